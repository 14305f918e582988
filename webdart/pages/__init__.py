"""A browser tab → a `PageView`; steps carried out; what could write, held."""
