"""The ways of playing an edition: as a league, in which teams change from match to match, or matched."""

LEAGUE, MATCHED = "league", "matched"
PLAYS = {LEAGUE: "League play", MATCHED: "Matched play"}
