"""The ledger of a team against its replay, against what is stored beside it, and against the dice of its sequences."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import engine
from engine.campaign import READY, Club, freeze, is_current
from teams import models
from teams.ledger.reading import forget
from teams.ledger.services import editor_of, entry_of
from teams.models import LedgerRow, Team


@dataclass(frozen=True, slots=True)
class Books:
    """A team with all rows of its ledger and what they amount to when they are replayed from the first one."""

    team: Team
    rows: Sequence[LedgerRow]
    club: Club


def ledger_breaches(team: Team) -> Iterator[str]:
    """All that is wrong with the ledger of one team."""
    rows = list(team.ledger.order_by("number"))
    yield from number_gaps("ledger row", [row.number for row in rows])
    yield from _gold(rows)
    yield from _sequences(team, rows)
    try:
        club = team.campaign.club([entry_of(row) for row in rows])
    except Exception as error:  # whatever a spoilt row does to the rules
        yield f"the ledger cannot be replayed: {type(error).__name__}: {error}"
        return
    for check in AGAINST_REPLAY:
        yield from check(Books(team, rows, club))


def number_gaps(what: str, numbers: Sequence[int]) -> Iterator[str]:
    """Numbers run from 1 without a gap."""
    for wanted, number in enumerate(numbers, start=1):
        if number != wanted:
            yield f"{what} {wanted} is missing, the next one is {number}"
            return


def _gold(rows: Sequence[LedgerRow]) -> Iterator[str]:
    balance = 0
    for row in rows:
        balance += row.gold
        if balance < 0:
            yield f"the treasury fell to {balance}k with ledger row {row.number}"


# What is stored beside the ledger, against its replay -------------------------------------------------------------------


def _totals(books: Books) -> Iterator[str]:
    club = books.club
    replayed = {
        "roster": club.roster.key,
        "treasury": club.treasury,
        "value": club.campaign.value.team(club),
        "current_value": club.campaign.value.current(club),
        "step": club.step,
    }
    for name, value in replayed.items():
        if getattr(books.team, name) != value:
            yield f"{name} is {value} by the ledger and {getattr(books.team, name)} in the team's row"


def _sum(books: Books) -> Iterator[str]:
    """Gold once more, without the rules."""
    total = sum(row.gold for row in books.rows)
    if total != books.club.treasury:
        yield f"the treasury is {books.club.treasury}k by the ledger and its rows add up to {total}k"


def _players(books: Books) -> Iterator[str]:
    stored = books.team.players.filter(left_at__isnull=True).values_list("member", "number", "name", "position")
    kept = {member: (number, name, position) for member, number, name, position in stored if member is not None}
    replayed = {each.id: (each.number, each.name, each.position.key) for each in books.club.members.values()}
    for member in sorted(kept.keys() | replayed.keys()):
        if kept.get(member) != replayed.get(member):
            yield f"player {member} is {_player(replayed, member)} by the ledger and {_player(kept, member)} in lists"


def _player(players: dict[int, tuple[int, str, str]], member: int) -> str:
    if member not in players:
        return "not on the team"
    number, name, position = players[member]
    return f"{number} {name}, {position}"


def _open_sequence(books: Books) -> Iterator[str]:
    """A team has something to decide exactly while a sequence is open."""
    is_open = books.team.sequences.filter(closed_at__isnull=True).exists()
    if is_open == (books.club.step == READY):
        yield f"a sequence is {'open' if is_open else 'not open'} and the team is at “{books.club.step}”"


def _next_sheet(books: Books) -> Iterator[str]:
    """A team that is ready could play a match now. What its orders would do is tried and thrown away."""
    if books.club.step != READY:
        return
    forget([books.team.pk])  # what this process remembers of the ledger may be right when the database is not
    editor, campaign = editor_of(books.team, None), books.team.campaign
    try:
        campaign.orders.run(editor, books.team.orders)
        campaign.prematch.journeymen(editor)
        sheet = campaign.sheet(editor.club, books.team.name, books.team.short)
        engine.ruleset(books.team.ruleset).check_sheet(sheet, editor.rulings)
    except engine.BadInput as error:
        yield f"the next sheet is refused: {error}"


def _snapshots(books: Books) -> Iterator[str]:
    """Each against the replay of as many rows; those of another release are not used and not compared."""
    stored = {each.rows: each.club for each in books.team.snapshots.all() if is_current(each.club)}
    entries = [entry_of(row) for row in books.rows]
    for number, (_, club) in enumerate(books.team.campaign.replay(entries), start=1):
        if number in stored and freeze(club) != stored.pop(number):
            yield f"the snapshot at ledger row {number} is not what the ledger amounts to there"
    for number in stored:
        yield f"there is a snapshot at ledger row {number}, and no such row"


# Whatever else is stored that a replay could also tell is compared by one more of these.
AGAINST_REPLAY: tuple[Callable[[Books], Iterator[str]], ...] = (
    _totals,
    _sum,
    _players,
    _open_sequence,
    _snapshots,
    _next_sheet,
)


# Sequences --------------------------------------------------------------------------------------------------------------


def _sequences(team: Team, rows: Sequence[LedgerRow]) -> Iterator[str]:
    """They follow one another, and their dice are those of their seeds."""
    sequences = list(team.sequences.order_by("number"))
    yield from number_gaps("sequence", [each.number for each in sequences])
    for each in sequences[:-1]:
        if each.closed_at is None:
            yield f"sequence {each.number} is open, and a later one has begun"
    by_sequence: dict[int | None, list[LedgerRow]] = defaultdict(list)
    for row in rows:
        by_sequence[row.sequence_id].append(row)
    yield from _in_turn(sequences, by_sequence)
    for each in sequences:
        if each.opens:
            yield from _dice(each, by_sequence[each.pk])
        else:
            yield f"the seed of sequence {each.number} is not the one it was committed to"
    for row in by_sequence[None]:
        if row.rolls:
            yield f"ledger row {row.number} has dice and no sequence that they could come from"


def _in_turn(sequences: Sequence[models.Sequence], rows: dict[int | None, list[LedgerRow]]) -> Iterator[str]:
    """By the numbers of the rows, because the clocks of several machines may differ."""
    written = [each for each in sequences if rows[each.pk]]
    for earlier, later in pairwise(written):
        if rows[earlier.pk][-1].number > rows[later.pk][0].number:
            yield f"sequence {later.number} began before sequence {earlier.number} was over"


def _dice(sequence: models.Sequence, rows: Sequence[LedgerRow]) -> Iterator[str]:
    """The first die that the seed does not give; all after it would differ as well."""
    dice = engine.KeyedDice(sequence.secret_seed, purpose="books")
    for row in rows:
        for what, sides, face in row.rolls:
            given = dice.d(sides)
            if given != face:
                yield (
                    f"ledger row {row.number} has a {face} for “{what}”, "
                    f"and the seed of sequence {sequence.number} gives a {given}"
                )
                return
