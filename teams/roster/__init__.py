"""The players of a team."""
