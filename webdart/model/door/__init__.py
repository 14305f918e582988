"""The door to a language model: a port, its adapters, prompt files."""
