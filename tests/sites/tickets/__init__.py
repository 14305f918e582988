"""A project in Trac: a test site that none of us drew."""
