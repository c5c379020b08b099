"""Who coaches a team."""
