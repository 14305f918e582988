"""Parse, call, render, exit code."""
