"""How scenario files speak of a team between matches."""
