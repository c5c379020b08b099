"""What the log says of each change of a team. {who} asked for it; the players it is about stand in the ledger."""

LOG = {
    # What coaches ask for
    "appoint": "{who} made a player the captain of {team}.",
    "buy": "{who} bought staff or a re-roll for {team}.",
    "credit": "{who} credited a player of {team} with a touchdown of the concession.",
    "dismiss": "{who} dismissed staff of {team}.",
    "enlist": "{who} enlisted a player for {team} who was raised from the dead.",
    "finish": "{who} finished a step of the post-match sequence of {team}.",
    "fire": "{who} fired a player of {team}.",
    "hate": "{who} chose whom a player of {team} hates.",
    "hire": "{who} hired a player for {team}.",
    "keep": "{who} kept a journeyman of {team}.",
    "learn": "{who} chose a skill for a player of {team}.",
    "nominate": "{who} nominated players of {team} for most valuable player.",
    "rename": "{who} renamed a player of {team}.",
    "retire": "{who} retired a player of {team} for the season.",
    "roll_characteristic": "{who} rolled for a characteristic of a player of {team}.",
    "roll_skill": "{who} rolled for a skill of a player of {team}.",
    "take": "{who} took what the dice offered a player of {team}.",
    # What happens to a team
    "correct": "{who} corrected the ledger of {team}.",
    "end-season": "{who} closed the season of {team}.",
    "forfeit": "{who} entered a forfeit of {team}.",
    "orders": "{who} decided the rest by the standing orders of {team}.",
    "record": "{who} entered a match of {team}.",
    "redraft": "{who} redrafted {team}.",
    "recount": "{who} changed the record of {team}.",
    "strike": "{who} struck a match from the ledger of {team}.",
    "undo": "{who} took back the last change of {team}.",
}
