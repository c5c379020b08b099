"""A team, its players and its next match."""
