"""Takes a page that nobody has described; proposes its listings and their fields, each confirmed by reading it."""
