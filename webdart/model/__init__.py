"""Connects webdart to a language model: the door to it, the roles it plays, and the planning of sentences."""
