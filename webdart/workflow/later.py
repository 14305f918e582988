"""Which keys of format 1 does this version not carry out yet?

The loader reads and checks all of format 1; a key named here is answered with `NotYet`, never with silence. An entry
is the path of a key in the table that declares it (`extract.tables`), or of one of its words
(`navigate.pushdown=exact`). To carry a key out: build it, then remove its line here.
"""

LATER: frozenset[str] = frozenset()
