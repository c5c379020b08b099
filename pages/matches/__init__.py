"""The list of matches, the page of one and its files."""
