"""Everything that happened to a team, row by row."""
