"""Implements the command line: parse → one call → render → exit code."""
