"""Provides the commands that look and compute nothing: `new`, `explain`, `why`, `diff`."""
