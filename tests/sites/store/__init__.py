"""A shop made with Oscar: a test site that none of us drew."""
