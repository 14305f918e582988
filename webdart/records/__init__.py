"""A page → records: regions, fields, coercion, wrappers, completeness."""
