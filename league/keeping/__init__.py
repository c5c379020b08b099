"""Keeping a league in order: its name, the names of its seasons, putting it away, deleting what was never played."""
