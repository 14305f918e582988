"""Looks and computes nothing: `new`, `explain`, `why`, `diff`."""
