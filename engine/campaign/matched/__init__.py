"""Matched play: a team is drafted with added skills and stays as it was drafted (Core pp.108-115)."""
