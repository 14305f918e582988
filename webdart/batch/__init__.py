"""Runs one workflow over many inputs, in several processes or on a cluster: nothing lost, nothing doubled, each site's pace kept."""
