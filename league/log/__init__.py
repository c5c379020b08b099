"""The log of a league."""
