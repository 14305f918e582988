"""Which node next: one small file a strategy."""
