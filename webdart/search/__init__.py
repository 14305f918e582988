"""Which action next, and the way back: a tree search over ports and values."""
