"""Benchmarks of others, run with webdart: their task files, their evaluators with types, a table of what came of it."""
