"""The steps of a workflow, carried out on a tab: locate, fill, click, wait, expect."""
