"""Takes the regions of a page; gives the one that is the listing, and says which others could be.

A page that holds no records, a page that is itself the record, and a page of a known template are told apart here.
"""
