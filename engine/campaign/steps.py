"""Where a team stands between its matches. The post-match sequence goes through its steps in order (Core p.95)."""

READY = "ready"  # for the next match
MVP, ADVANCEMENT = "mvp", "advancement"
HIRING, FIRING, STAFF, JOURNEYMEN = "hiring", "firing", "staff", "journeymen"  # the strict order of Core p.99
ROSTER = "roster"  # all four at once, in any order, where a league allows it
OFF_SEASON, REDRAFT = "off-season", "redraft"

PARTS = {ROSTER: (HIRING, FIRING, STAFF, JOURNEYMEN)}
NAMES = {
    READY: "Ready for the next match",
    MVP: "Most valuable player",
    ADVANCEMENT: "Advancements",
    HIRING: "Hiring",
    FIRING: "Firing and retiring",
    STAFF: "Staff and re-rolls",
    JOURNEYMEN: "Journeymen",
    ROSTER: "Hiring and firing",
    OFF_SEASON: "Rest and relaxation",
    REDRAFT: "Re-draft",
}
