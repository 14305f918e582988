"""Takes a region and the labels that are asked for; gives the columns whose values stand beside these labels.

A label and its value may be two elements, two cells, or one line of text: `Price: $5`.
"""
