"""Runs one workflow over many inputs, in processes or on a cluster: nothing lost or doubled, each site's pace kept."""
