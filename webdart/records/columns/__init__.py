"""Takes a region; gives the columns that its records have, and what the page says of each.

A column is an element at one place in every record. It has names (heads, class names, alternative texts), and the
states of its controls.
"""
