"""A sentence → a workflow file of format 1, from what webdart itself sees of the site and small answers of a model."""
