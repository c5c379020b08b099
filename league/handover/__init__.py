"""Who runs a league."""
