"""Takes the records that were read; tells what a person should know: what is missing, doubtful, or read twice.

`totals` and `completeness` judge whether a table is whole.
"""
