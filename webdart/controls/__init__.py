"""What the controls of a page do for a listing: sort, filter, search, page size, and the pager; pure."""
