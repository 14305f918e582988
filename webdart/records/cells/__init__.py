"""Takes a region and the column of each field; gives records: the text, link or sign of every cell, typed and keyed."""
