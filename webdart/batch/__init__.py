"""Runs one workflow over many inputs, in several processes: nothing lost, nothing doubled, each site's pace kept."""
