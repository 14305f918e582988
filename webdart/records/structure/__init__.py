"""Takes an observed page; gives its outline, its tables, and the regions where records could be.

An outline has what one pass tells of every element. A table is a grid of cells under heads, whatever it is made of:
table mark-up, boxes, preformatted text. A region is a list of elements, one a record.
"""
