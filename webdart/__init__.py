"""A declarative workflow engine for web chores: a website is a table, and its controls are operators."""
