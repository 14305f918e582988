"""Measures a model by labelled doubts, and keeps whether its votes are better than what the rules would guess."""
