"""A library in the admin of Django: a test site that none of us drew."""
