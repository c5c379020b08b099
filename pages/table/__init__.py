"""Pages of matches that are played at a table."""
