"""What the record of an edition takes from its data files: the pitch, the tables, the awards."""

from collections.abc import Mapping

from engine.core.errors import BadInput
from engine.rules.edition import Injuries, StarPlayerPoints
from engine.rules.field import Gridiron
from engine.rules.tables import table

# The awards of the data by the figure that a match counts for each; the MVP is the league's to give.
COUNTED = {
    "completion": "completions",
    "throw-superb": "throws_landed",
    "landing": "landings",
    "interception": "interceptions",
    "casualty": "casualties_for_spp",
    "touchdown": "touchdowns",
}
MVP, SPECIAL_RULE = "mvp", "special_rule"
PRAYED_FOR = "casualties_prayed_for"  # casualties that only a prayer counts


def pitch(data: str) -> Gridiron:
    figures, chart = table(data, "pitch"), table(data, "passing_range_chart")
    return Gridiron(
        figures["length"],
        figures["width"],
        half=figures["half"],
        wide=figures["wide_zone"],
        trapdoors=tuple((x, y) for x, y in figures["trapdoors"]),
        ranges=tuple(chart["rows"]),
        ruler=chart["ruler"],
    )


def range_modifiers(data: str) -> Mapping[str, int]:
    modifiers: dict[str, int] = table(data, "passing_range_chart")["modifiers"]
    return modifiers


def injuries(data: str) -> Injuries:
    highest = {row["result"]: row["roll"][-1] for row in table(data, "injury")["normal"]}
    return Injuries(highest["stunned"], highest["knocked_out"])


def star_player_points(data: str, by_effect: Mapping[str, str]) -> StarPlayerPoints:
    """A special rule pays more for casualties, but not for those that only a prayer counts: they are alike for everybody."""
    points = table(data, "spp_awards")
    named = {
        *(each["id"] for each in points["events"]),
        *(name for each in points.get("overrides", ()) for name in each),
    }
    for name in sorted(named - {*COUNTED, MVP, SPECIAL_RULE}):
        raise BadInput(f"{data}: spp_awards names {name}, which no match counts")
    awards = {COUNTED[each["id"]]: each["spp"] for each in points["events"] if each["id"] in COUNTED}
    special = {}
    for each in points.get("overrides", ()):
        own = {COUNTED[name]: spp for name, spp in each.items() if name in COUNTED}
        if "casualty" in each:
            own[PRAYED_FOR] = awards[COUNTED["casualty"]] - each["casualty"]
        special[each[SPECIAL_RULE]] = own
    return StarPlayerPoints(awards=awards, by_special_rule=special, by_effect=by_effect)
