"""Chooses the next action and the way back: a tree search over ports and values.

`strategies/` choose what to expand; they share everything else: the tree, the frontier, the one way back, and what a
search reports of itself. Nothing here knows pages, rows or models.
"""
