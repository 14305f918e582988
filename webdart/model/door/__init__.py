"""Opens the door to a language model: a port, its adapters, and prompt files."""
