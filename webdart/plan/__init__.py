"""A `Workflow` and its inputs → a `Plan`."""
