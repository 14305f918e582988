"""What a workflow computes or writes back: SQL, Python, questions, and acts."""
