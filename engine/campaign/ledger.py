"""How the rows of a team's ledger become a club. One function for each kind of row says what it changes."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from engine.campaign.club import Club, Member
from engine.campaign.entries import DEAD, DRAFTED, HIRED, JOURNEYMAN, RAISED, REVOKED, Entry
from engine.campaign.snapshot import Snapshot, thaw
from engine.campaign.steps import READY

if TYPE_CHECKING:
    from engine.campaign.record import Campaign


def club_of(campaign: "Campaign", entries: Iterable[Entry], start: Snapshot | None = None) -> Club:
    """What these rows amount to, or what they make of a snapshot of all the rows before them."""
    rows = list(entries)
    club = thaw(campaign, start) if start else _new_club(campaign, rows)
    for _ in _entered(club, rows):
        pass
    return club


def pages(campaign: "Campaign", entries: Iterable[Entry]) -> Iterator[tuple[Entry, Club]]:
    """Row by row, what the club is once it is entered: always the same club, which changes under the reader's eyes."""
    rows = list(entries)
    club = _new_club(campaign, rows)
    for row in _entered(club, rows):
        yield row, club


def _new_club(campaign: "Campaign", rows: list[Entry]) -> Club:
    return Club(campaign, next(campaign.rosters[row.data["roster"]] for row in rows if row.kind == "founded"))


def _entered(club: Club, rows: list[Entry]) -> Iterator[Entry]:
    """Each row once it is entered. One that was taken back counts for nothing, and so does the row that took it back."""
    void = {number for row in rows if row.kind == REVOKED for number in row.data["rows"]}
    for number, row in enumerate(rows, start=club.rows + 1):
        if number in void:
            club.signed = max(club.signed, row.member or 0)  # also the id of a player who was never hired is used
        elif row.kind != REVOKED:
            apply(club, row)
        club.rows = number
        yield row


def apply(club: Club, row: Entry) -> None:
    """Enter one more row. Gold and points are sums; the rest depends on the kind."""
    club.treasury += row.gold
    member = None if row.member is None else club.members.get(row.member)
    if member is not None:
        member.spp += row.spp
        member.earned += max(row.spp, 0)
    KINDS[row.kind](club, row)
    club.rows += 1


def _nothing(club: Club, row: Entry) -> None:
    """Gold or points alone."""


def _founded(club: Club, row: Entry) -> None:
    club.league, club.favoured_of = row.data.get("league", ""), row.data.get("favoured_of", "")


def _signed(club: Club, row: Entry) -> None:
    data = row.data
    position = club.roster.positions[data["position"]]
    how = data["how"]
    member = Member(row.member or 0, data["number"], data["name"], position)
    member.journeyman, member.original = how == JOURNEYMAN, how == DRAFTED
    club.members[member.id] = member
    club.signed = max(club.signed, member.id)
    if how in (HIRED, RAISED):
        club.newcomers.append(member.id)
    if how == RAISED:
        club.raised.remove(position.key)


def _kept(club: Club, row: Entry) -> None:
    """A journeyman signs for good, and is no longer a loner."""
    club.members[row.member or 0].journeyman = False
    club.newcomers.append(row.member or 0)


def _left(club: Club, row: Entry) -> None:
    member = club.members.pop(row.member or 0)
    position = member.position.key
    club.fallen |= {member.id: member} if row.data["how"] == DEAD else {}
    club.grudges.pop(row.member or 0, None)
    club.held += [position] if row.data.get("held") else []
    club.closed += [position] if row.data.get("closed") else []
    if club.captain == row.member:
        club.captain, club.captain_left = None, row.data["how"]


def _renamed(club: Club, row: Entry) -> None:
    member = club.members[row.member or 0]
    member.name, member.number = row.data["name"], row.data["number"]


def _staff(club: Club, row: Entry) -> None:
    """Re-rolls, assistant coaches, cheerleaders, the apothecary, fans, the trophy: how many more or fewer."""
    what = row.data["what"]
    setattr(club, what, getattr(club, what) + row.data["by"])


def _captain(club: Club, row: Entry) -> None:
    """Named, or relieved of the title; with it may come and go what Pro is worth."""
    club.captain, club.captain_left = row.member, ""
    concerned = club.members.get(row.member or row.data.get("former") or 0)
    if concerned is not None:
        concerned.increase += row.data.get("value", 0)
        concerned.keeps_pro = concerned.keeps_pro or row.data.get("keeps_pro", False)


def _played(club: Club, row: Entry) -> None:
    """Those who missed this match are back, before those hurt in it are known; unless it was none to miss."""
    club.result = dict(row.data)
    club.raised = list(row.data.get("raised", ()))
    club.awards, club.credits = row.data["awards"], row.data.get("credits", 0)
    club.played += row.data["counts"]
    club.won += row.data["outcome"] == "win"
    club.drawn += row.data["outcome"] == "draw"
    for member in club.members.values():
        member.may_retire = False
        member.misses_next = member.misses_next and not row.data.get("serves", True)
    for id in row.data.get("took_part", ()):
        club.members[id].took_part = True


def _recounted(club: Club, row: Entry) -> None:
    """A decision about a match changes the record, not what happened in it."""
    club.played += row.data["played"]
    club.won += row.data["won"]
    club.drawn += row.data["drawn"]


def _mvp(club: Club, row: Entry) -> None:
    club.awards -= 1


def _points(club: Club, row: Entry) -> None:
    club.credits -= row.data.get("credits", 0)


def _hurt(club: Club, row: Entry) -> None:
    member = club.members[row.member or 0]
    member.misses_next = row.data["misses_next"]
    member.niggling += row.data.get("niggling", 0)
    lost = row.data.get("lost")
    if lost:
        member.changes[lost] = member.changes.get(lost, 0) - 1
    member.may_retire = bool(lost) or row.data.get("lasting", False)


def _healed(club: Club, row: Entry) -> None:
    """In the off-season, or by a commissioner."""
    member, data = club.members[row.member or 0], row.data
    member.niggling -= data.get("niggling", 0)
    if "characteristic" in data:
        member.changes[data["characteristic"]] += 1
    if "hatred" in data:
        member.hatred.remove(data["hatred"])
    if data.get("available"):
        member.misses_next = False


def _grudge(club: Club, row: Entry) -> None:
    """Getting Even: the roll was made, and if it came to something the coach says which keyword."""
    if row.data["keywords"]:
        club.grudges[row.member or 0] = list(row.data["keywords"])


def _hates(club: Club, row: Entry) -> None:
    club.members[row.member or 0].hatred.append(row.data["keyword"])
    club.grudges.pop(row.member or 0, None)


def _retired(club: Club, row: Entry) -> None:
    member = club.members[row.member or 0]
    member.retired, member.may_retire = True, False


def _rolled(club: Club, row: Entry) -> None:
    """Dice are on the table, and the coach chooses next."""
    club.offer = {"member": row.member, **row.data}


def _advanced(club: Club, row: Entry) -> None:
    member, data = club.members[row.member or 0], row.data
    member.advancements += 1
    member.increase += data["value"]
    club.offer = {}
    if "skill" in data:
        member.skills[data["skill"]] = data.get("with")
    else:
        name = data["characteristic"]
        member.changes[name] = member.changes.get(name, 0) + 1
        member.improved[name] = member.improved.get(name, 0) + 1


def _taught(club: Club, row: Entry) -> None:
    """A skill that came with the list: no advancement, and no more value."""
    club.members[row.member or 0].skills[row.data["skill"]] = None


def _stocked(club: Club, row: Entry) -> None:
    club.inducements = dict(row.data["bought"])


def _step(club: Club, row: Entry) -> None:
    club.step = row.data["to"]
    if club.step == READY:
        club.result, club.raised, club.grudges, club.fallen = {}, [], {}, {}
        club.newcomers, club.held, club.closed = [], [], []
        club.awards = club.credits = 0


def _season(club: Club, row: Entry) -> None:
    """A new season: everybody on the list has one more behind him."""
    club.season += 1
    club.played = club.won = club.drawn = 0
    for member in club.members.values():
        member.seasons += 1
        member.seasons_played += member.took_part
        member.took_part = False


def _rehired(club: Club, row: Entry) -> None:
    """Bought again at the re-draft: retirement ends."""
    member = club.members[row.member or 0]
    member.original = True
    member.retired = member.misses_next = member.may_retire = False


KINDS: dict[str, Callable[[Club, Entry], None]] = {
    "founded": _founded,  # gold: the budget
    "signed": _signed,
    "kept": _kept,
    "left": _left,
    "stayed": _nothing,  # where the dice might have made a player leave
    "renamed": _renamed,
    "staff": _staff,
    "captain": _captain,
    "played": _played,
    "recounted": _recounted,
    "friendly": _nothing,
    "winnings": _nothing,
    "points": _points,
    "mvp": _mvp,
    "hurt": _hurt,
    "healed": _healed,
    "grudge": _grudge,
    "hates": _hates,
    "retired": _retired,
    "rolled": _rolled,
    "advanced": _advanced,
    "taught": _taught,
    "stocked": _stocked,
    "unspent": _nothing,
    "mistake": _nothing,
    "inducements": _nothing,
    "prize": _nothing,
    "correction": _nothing,
    "step": _step,
    "season": _season,
    "funds": _nothing,
    "rehired": _rehired,
}
