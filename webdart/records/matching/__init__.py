"""Takes a region and the declared fields; gives the column of each field, and how well the region carries them all.

A field is matched by its locator, its label, its name or its type, in this order; what is as good is an ambiguity.
"""
