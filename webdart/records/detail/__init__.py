"""Takes a page about one thing; tells what on it speaks of that thing: its heading, its author, its own texts."""
