"""Adapts a language model to the roles it advises in, one adapter per role; code checks every reply before using it."""
