"""The analysis of a stored match, kept for whoever asks next."""

from django.core.cache import cache

import engine
from journal.errors import Refused
from matches.models import Match
from matches.selectors import match_record
from replays.analysis.match import Analysis, analyse, can_analyse
from replays.analysis.model import model

FORMAT = 2  # goes up whenever the same match is analysed differently
KEPT = 24 * 3600


def analysis_key(match: Match) -> str:
    """A played match never changes, but the model and the words may."""
    return ":".join(("analysis", str(FORMAT), str(model().version), engine.VERSION, match.record.digest))


def match_analysis(match: Match) -> Analysis:
    """Refused before the match is over, and in a game that has no analysis: one query, none when it is kept."""
    if not can_analyse(match.fixture.round.season.league.ruleset):
        raise Refused("no-analysis", "There is no analysis of this game; only matches of Blood Bowl have one.")
    if match.at_table:
        raise Refused("played-at-a-table", "This match is played at a table: without its dice there is no analysis.")
    if not match.was_played:
        raise Refused("not-played-yet", "This match has not been played yet; its analysis comes after it.")
    key = analysis_key(match)
    found: Analysis | None = cache.get(key)
    if found is None:
        found = analyse(match_record(match))
        cache.set(key, found, KEPT)
    return found
