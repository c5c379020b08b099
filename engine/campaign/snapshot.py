"""A club as plain data, so that a long ledger need not be replayed from its first row.

The ledger stays the truth: a snapshot is what its first `rows` rows amount to, and can be thrown away and made again at any time.
Rows that a snapshot covers can no longer be taken back, so snapshots are only taken while nothing can be undone.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from engine.campaign.club import Club, Member

if TYPE_CHECKING:
    from engine.campaign.record import Campaign

Snapshot = Mapping[str, Any]

MEANING = 1  # raise it when a row of the ledger comes to mean something else: older snapshots then no longer count

_CLUB = tuple(each.name for each in fields(Club) if each.name not in ("campaign", "roster", "members", "fallen"))
_MEMBER = tuple(each.name for each in fields(Member) if each.name != "position")
# Which fields there are, too: a club of another release has others.
FORMAT = f"{MEANING}:{','.join((*_CLUB, *_MEMBER))}"


def freeze(club: Club) -> dict[str, Any]:
    """JSON from which `thaw` makes an equal club."""
    return {
        "format": FORMAT,
        "edition": club.campaign.key,
        "roster": club.roster.key,
        "members": [_frozen_member(member) for member in club.members.values()],
        "fallen": [_frozen_member(member) for member in club.fallen.values()],
        **{name: _copy(getattr(club, name)) for name in _CLUB},
        "grudges": [[member, list(keywords)] for member, keywords in club.grudges.items()],  # JSON has no number keys
    }


def is_current(frozen: Snapshot) -> bool:
    """Whether this release can thaw it."""
    return bool(frozen.get("format") == FORMAT)


def thaw(campaign: "Campaign", frozen: Snapshot) -> Club:
    club = Club(campaign, campaign.rosters[frozen["roster"]])
    for name in _CLUB:
        setattr(club, name, _copy(frozen[name]))
    club.grudges = {member: list(keywords) for member, keywords in frozen["grudges"]}
    club.members = {each["id"]: _thawed_member(club, each) for each in frozen["members"]}
    club.fallen = {each["id"]: _thawed_member(club, each) for each in frozen["fallen"]}
    return club


def _frozen_member(member: Member) -> dict[str, Any]:
    return {"position": member.position.key, **{name: _copy(getattr(member, name)) for name in _MEMBER}}


def _thawed_member(club: Club, frozen: Mapping[str, Any]) -> Member:
    given = {name: _copy(frozen[name]) for name in _MEMBER}
    return Member(position=club.roster.positions[frozen["position"]], **given)


def _copy(value: Any) -> Any:
    """Dictionaries and lists are changed in place by later rows; what is inside them is not."""
    return value.copy() if isinstance(value, dict | list) else value
