"""Computes or writes back what a workflow asks for: SQL, Python, questions, and acts."""
