"""The page script, what it saw as a page value, and pages that a run kept."""
