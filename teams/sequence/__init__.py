"""What a team goes through after a match and between seasons."""
