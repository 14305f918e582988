"""Plans a sentence as a workflow file of format 1, from what webdart sees of the site and small answers of a model."""
