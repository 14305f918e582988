"""Journal, resume, two-phase release: what survives a kill."""
