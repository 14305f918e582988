"""A browser tab as a port; what could write is held on the wire."""
