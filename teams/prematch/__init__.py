"""What a team does before a match: inducements, journeymen, the sheet."""
