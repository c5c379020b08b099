"""Who gets into a league: everybody, whoever has an invitation, or whoever asks and is approved."""
