"""Home, one's own page, leagues and seasons."""
