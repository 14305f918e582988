"""Reads a page by the slots of its source, where pages of the same build were read in full before.

A row is of a known build where rows of that build were read in full; each of its cells is what a slot says, by a rule
that held in all of them. `page_reading` is the door: it learns from every page that is read in full, and reads a page
where nothing about it is new.
"""
