"""From a draft to a team, and the re-draft between seasons."""
