"""A file → a `Workflow`, or every mistake in it."""
