"""An observed page, read-only and pure: nodes, text, labels, sections, identity, and what a locator finds."""
