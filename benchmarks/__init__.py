"""Runs published benchmarks with webdart: reads their task files, applies typed evaluators, tabulates the results."""
