"""Untrusted SQL and Python in a process of their own; imports nothing of webdart."""
