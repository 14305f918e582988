"""`Plan` + browser → pages of the listing, one after another."""
