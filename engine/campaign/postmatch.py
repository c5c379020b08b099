"""What a match means for a team: its record, gold, fans, points, and who was hurt (Core pp.95-96, 100-103)."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.campaign.club import Club, Member
from engine.campaign.editor import TeamEditor, sides
from engine.campaign.entries import DEAD, GONE, JOURNEYMAN
from engine.campaign.sheets import HATRED
from engine.campaign.steps import ADVANCEMENT, MVP, READY
from engine.core.ruling import Ruling
from engine.rules.aftermath import MISSES_NEXT, SIDES
from engine.rules.tables import Page
from engine.rules.teams import hiring, pages
from engine.rules.teams.ready_teams import spares
from engine.rules.teams.rosters import MASTERS_OF_UNDEATH
from engine.rules.turn import WALKOVER

RECORD, POINTS, INJURIES = Page("sequence"), Page("star_player_points"), Page("casualties")
CONCESSION, OTHER_MATCHES = Page("conceding"), Page("other_matches")
LEAVING, JOINING, GRUDGES = Page("hiring"), pages.JOURNEYMEN, Page("getting_even")
WIN, DRAW, LOSS = "win", "draw", "loss"
KILLED = ("dead", "eaten")
LASTING, NIGGLING = "lasting-injury", "serious-injury"
Result = Mapping[str, Any]

# Whether a match that the penalties decided is won and lost, or drawn.
penalties_decide: Ruling[bool] = Ruling("penalties-record", {"win-and-loss": True, "draw": False})
# What not having stalled adds where the other side gave up.
bonus_of_the_beneficiary: Ruling[int] = Ruling("concession-stalling-bonus", {"none": 0, "added": 1})
# Whether a team that gave up rolls for its fans as after any defeat before it loses some for sure.
conceder_rolls_too: Ruling[bool] = Ruling("concession-fans-roll", {"replaced": False, "both": True})
# Whether who died in a match may be named its most valuable player.
dead_are_honoured: Ruling[bool] = Ruling("mvp-dead-player", {"excluded": False, "allowed": True})
# Whether a fixture that nobody played is the one that hurt players miss.
absence_is_served: Ruling[bool] = Ruling("absence-unplayed-fixture", {"served": True, "remains": False})
# The matches that a season's money counts (Core p.106).
conceded_counts: Ruling[int] = Ruling("redraft-conceded-fixture", {"counts": 1, "does-not-count": 0})
unplayed_counts: Ruling[int] = Ruling("redraft-unplayed-fixture", {"does-not-count": 0, "counts": 1})


def record(
    editor: TeamEditor, result: dict[str, Any], side: str, match: str, friendly: bool = False, opponent: str = ""
) -> None:
    """Enter what a match result, as the engine hands it over, means for the team on one side of it."""
    editor.at(READY, "Recording a match")
    about = {"match": match, "opponent": opponent, **outcome_of(editor, result, side)}
    if friendly:
        editor.enter("friendly", rule=OTHER_MATCHES, **about)
        release(editor)
        return
    ids = _register(editor, result, side)
    gave_up = _conceded(result) == side
    counts = editor.choice(conceded_counts) if gave_up else 1
    editor.enter("played", rule=RECORD, counts=counts, **about, **_rewards(editor, result, side, ids))
    _winnings(editor, result, side)
    _fans(editor, about["outcome"], gave_up=gave_up)
    _players(editor, result, side, ids)
    if gave_up:
        _desertions(editor)
    _begin(editor)


def unplayed(editor: TeamEditor, match: str, *, won: bool = False, conceded: bool = False, opponent: str = "") -> None:
    """A fixture that nobody played: lost for both, unless one coach gave it up."""
    editor.at(READY, "Recording a match")
    counts = 1 if won else editor.choice(conceded_counts if conceded else unplayed_counts)
    candidates = [member.id for member in editor.club.eligible]
    editor.enter(
        "played",
        rule=OTHER_MATCHES,
        match=match,
        opponent=opponent,
        score=[WALKOVER, 0] if won else [0, WALKOVER] if conceded else [0, 0],
        outcome=WIN if won else LOSS,
        counts=counts,
        serves=editor.choice(absence_is_served),
        awards=2 if won and candidates else 0,
        candidates=candidates,
    )
    if won:
        gain = editor.campaign.tables["winnings"]["unplayed"]
        editor.enter(
            "winnings", gold=gain["times_k"] * editor.roll("winnings", sides(gain["dice"])), rule=OTHER_MATCHES
        )
    _begin(editor)


def forfeited(editor: TeamEditor, match: str, *, won: bool, fan_factors: Sequence[int], opponent: str = "") -> None:
    """A fixture that one side gave up before the kick-off, and is punished for as for giving up on the pitch (Core p.100)."""
    editor.at(READY, "Recording a match")
    record(editor, walkover(editor, won=won, fan_factors=fan_factors), SIDES[0], match, opponent=opponent)


def walkover(editor: TeamEditor, *, won: bool, fan_factors: Sequence[int]) -> dict[str, Any]:
    """The result of a match that ended before it began, as the engine would hand it over, seen from the home side."""
    score = [WALKOVER, 0] if won else [0, WALKOVER]
    able = [str(member.id) for member in editor.club.eligible]
    nobody: dict[str, Any] = {side: {} for side in SIDES}
    return {
        "score": score,
        "touchdowns": score,
        "winner": SIDES[0] if won else SIDES[1],
        "fan_factors": list(fan_factors),
        "stalled": [False, False],
        "stats": {side: {"touchdowns": 0} for side in SIDES},
        "players": nobody,
        "injuries": nobody,
        "journeymen": nobody,
        "raised": nobody,
        "penalties": [],
        "concession": {"side": SIDES[1] if won else SIDES[0], "penalty": True},
        "mvp": {SIDES[0]: {"candidates": able, "awards": 2 if won else 0}, SIDES[1]: {"candidates": [], "awards": 0}},
    }


def release(editor: TeamEditor) -> None:
    """Journeymen who were not kept go."""
    for member in editor.club.journeymen:
        editor.enter("left", member.id, rule=LEAVING, how=GONE)


def settle(editor: TeamEditor, member: int, spp: int, injury: Mapping[str, Any] | None) -> None:
    """What a match brought one player: points, and perhaps an injury."""
    if spp:
        editor.enter("points", member, spp=spp, rule=POINTS)
    if injury and injury["result"] in KILLED:
        editor.enter("left", member, rule=INJURIES, how=DEAD, injury=injury["result"])
    elif injury and injury["result"] in MISSES_NEXT:
        _hurt(editor, editor.club.members[member], injury["result"], injury["lost"])


# How it went --------------------------------------------------------------------------------------------------------------


def outcome_of(editor: TeamEditor, result: Result, side: str) -> dict[str, Any]:
    own = SIDES.index(side)
    drawn = result["winner"] == DRAW or (any(result["penalties"]) and not editor.choice(penalties_decide))
    outcome = DRAW if drawn else WIN if result["winner"] == side else LOSS
    return {"score": [result["score"][own], result["score"][1 - own]], "outcome": outcome}


def _conceded(result: Result) -> str:
    """The side that gave up and is punished for it."""
    concession = result["concession"]
    return concession["side"] if concession and concession["penalty"] else ""


def _rewards(editor: TeamEditor, result: Result, side: str, ids: Mapping[str, int]) -> dict[str, Any]:
    """Who may be honoured how often, the touchdowns that nobody scored, and who was raised."""
    played = [ids[id] for id, figures in result["players"][side].items() if id in ids and figures.get("took_part")]
    living = [ids[id] for id in result["mvp"][side]["candidates"] if id in ids]
    candidates = [*living, *_fallen(editor, result, side, ids)]
    unscored = result["touchdowns"][SIDES.index(side)] - result["stats"][side]["touchdowns"]
    beneficiary = result["concession"] is not None and result["concession"]["side"] != side
    raised, recruit = _raised(editor, result, side)
    return {
        "took_part": played,
        "candidates": candidates,
        "awards": result["mvp"][side]["awards"] if candidates else 0,
        "credits": unscored if beneficiary and living else 0,
        "raised": raised,
        "recruit": recruit,
    }


def _fallen(editor: TeamEditor, result: Result, side: str, ids: Mapping[str, int]) -> list[int]:
    """Those who died in the match and may be honoured all the same."""
    killed = [id for id, injury in result["injuries"][side].items() if injury["result"] in KILLED and id in ids]
    took_part = [ids[id] for id in killed if result["players"][side].get(id, {}).get("took_part")]
    return took_part if took_part and editor.choice(dead_are_honoured) else []


def _winnings(editor: TeamEditor, result: Result, side: str) -> None:
    """Half the gate, the touchdowns, and a little for playing on; all of the gate if the others gave up (Core p.100)."""
    own, gate, fled = SIDES.index(side), sum(result["fan_factors"]), _conceded(result)
    touchdowns, stalled = result["touchdowns"][own], result["stalled"][own]
    about = {"attendance": gate, "touchdowns": touchdowns, "stalled": bool(stalled)}
    if fled == side:
        return
    table, given_up = editor.campaign.tables["winnings"], editor.campaign.tables["conceding"]["opponent"]
    bonus = 0 if stalled else editor.choice(bonus_of_the_beneficiary) if fled else 1
    shares = {"per_fan_k": gate, "per_touchdown_k": touchdowns, "no_stalling_k": bonus}
    prices = {**table, **given_up} if fled else table
    gold = sum(prices[share] * number for share, number in shares.items())
    editor.enter("winnings", gold=gold, rule=CONCESSION if fled else RECORD, **about)


def _fans(editor: TeamEditor, outcome: str, *, gave_up: bool) -> None:
    """They come after a win and go after a defeat, the more easily the fewer or the more they are."""
    if outcome == DRAW:
        return
    fewest, most = editor.campaign.tables["draft_costs_k"]["dedicated_fans_range"]
    fans, by = editor.club.fans, 0
    if not gave_up or editor.choice(conceder_rolls_too):
        face = editor.roll("fans", 6)
        by = int(face >= fans) if outcome == WIN else -int(face < fans)
    if gave_up:
        by -= editor.roll("fans", sides(editor.campaign.tables["conceding"]["conceder"]["fans_lost"]["dice"]))
    by = min(max(fans + by, fewest), most) - fans
    editor.enter("staff", rule=CONCESSION if gave_up else RECORD, what="fans", by=by)


# Who was there, and what became of them -----------------------------------------------------------------------------------


def _register(editor: TeamEditor, result: Result, side: str) -> dict[str, int]:
    """The member behind each id of the result. Who joined only for this match is a journeyman from now on."""
    club = editor.club
    ids = {str(member.id): member.id for member in club.members.values()}
    data = editor.campaign.data
    joining = hiring.rookies(data, club.roster, [{"number": 0}], hiring.inducements(data), _names(club))
    newcomers = {row["id"]: row for row in joining}
    if MASTERS_OF_UNDEATH not in club.roster.special_rules:
        newcomers |= {row["id"]: row for row in _spares(editor)}
    for id in (*result["journeymen"][side], *result["raised"][side]):
        if id in newcomers:
            ids[id] = _sign_on(editor, newcomers[id])
    return ids


def _sign_on(editor: TeamEditor, row: Mapping[str, Any]) -> int:
    id = editor.club.signed + 1
    about = {"position": row["position"], "number": editor.club.free_number, "name": row["name"], "how": JOURNEYMAN}
    editor.enter("signed", id, rule=JOINING, **about)
    return id


def _spares(editor: TeamEditor) -> list[dict[str, Any]]:
    """The row of whoever may be raised in a match, as the team's sheet had it."""
    players = [{"position": member.position.key, "number": member.number} for member in editor.club.members.values()]
    return spares(editor.campaign.data, editor.club.roster, players, _names(editor.club))


def _names(club: Club) -> list[str]:
    return [member.name for member in club.members.values()]


def _raised(editor: TeamEditor, result: Result, side: str) -> tuple[list[str], dict[str, Any]]:
    """Positions that may join for nothing, and what the match brought the one who was raised, if he survived it."""
    injuries = result["injuries"][side]
    for row in _spares(editor) if MASTERS_OF_UNDEATH in editor.club.roster.special_rules else ():
        injury = injuries.get(row["id"])
        if row["id"] in result["raised"][side] and not (injury and injury["result"] in KILLED):
            return [row["position"]], {"spp": result["players"][side][row["id"]]["spp"], "injury": injury}
    return [], {}


def _players(editor: TeamEditor, result: Result, side: str, ids: Mapping[str, int]) -> None:
    """Points and injuries of everybody, then the rolls of those who may want to get even (Core p.68)."""
    injuries = result["injuries"][side]
    for id, member in ids.items():
        figures = result["players"][side].get(id)
        settle(editor, member, figures["spp"] if figures else 0, injuries.get(id))
    for id, member in ids.items():
        if injuries.get(id, {}).get("may_hate"):
            _get_even(editor, member, injuries[id]["may_hate"])


def _hurt(editor: TeamEditor, who: Member, result: str, lost: str | None) -> None:
    editor.enter(
        "hurt",
        who.id,
        rule=INJURIES,
        result=result,
        misses_next=True,
        niggling=int(result == NIGGLING),
        lost=lost if lost and _can_lose(who, lost) else None,
        lasting=result == LASTING,
    )


def _can_lose(who: Member, name: str) -> bool:
    """A characteristic at its worst, or a PA of “-”, gets no worse."""
    return who.position.characteristics[name].can_be_worse(who.position.with_changes(who.changes)[name])


def _get_even(editor: TeamEditor, member: int, keywords: list[str]) -> None:
    """A roll, and if it is made the keywords to choose from; one that the player hates already gives nothing."""
    who = editor.club.members[member]
    known = [*who.hatred, *str(who.position.skills.get(HATRED, "")).split(", ")]
    new = [keyword for keyword in keywords if keyword not in known]
    table = editor.campaign.tables["getting_even"]
    made = editor.roll("getting even", sides(table["roll"]["dice"])) >= table["roll"]["target"]
    editor.enter("grudge", member, rule=GRUDGES, keywords=new if made else [])


def _desertions(editor: TeamEditor) -> None:
    """The best players of a team that gave up may have had enough of it."""
    table = editor.campaign.tables["conceding"]["conceder"]["deserters"]
    for member in [member for member in editor.club.listed if member.advancements >= table["advancements"]]:
        stays = editor.roll("staying", sides(table["dice"])) >= table["stays_on"]
        if stays:
            editor.enter("stayed", member.id, rule=CONCESSION)
        else:
            editor.enter("left", member.id, rule=CONCESSION, how=GONE)


def _begin(editor: TeamEditor) -> None:
    """The post-match sequence, without the first step where nobody is honoured."""
    honours = editor.club.awards or editor.club.credits
    editor.enter("step", rule=RECORD, to=MVP if honours else ADVANCEMENT)
