"""Which action next, and the way back: a tree search over ports and values.

`strategies/` choose what to expand; everything else is shared by them: the tree, the frontier, the one way back, and
what a search tells of itself. Nothing here knows pages, rows or models.
"""
