"""Keeps what survives a kill: journal, resume, two-phase release."""
