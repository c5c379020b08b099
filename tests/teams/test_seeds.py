"""Seeds are stored so that the database alone does not tell them before they are published."""

import pytest
from django.db import connection
from pytest_django import Settings

import engine
from matches.models import Match
from matches.services import match_lock, match_resolve
from teams.ledger.services import sequence_open
from teams.models import Sequence
from teams.seeds import LostKey, SealedSeed, seeds_from
from tests.builders import apply_played, make_team, make_user, matches_of, running_season

pytestmark = pytest.mark.django_db
SEED = "5e" * 32


def stored(row: Match | Sequence) -> str:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT seed FROM {row._meta.db_table} WHERE id = %s", [row.pk])  # noqa: S608
        return str(cursor.fetchone()[0])


@pytest.fixture
def match() -> Match:
    with seeds_from(lambda what: SEED):
        return match_lock(match_id=matches_of(running_season())[0].pk)


def test_the_database_holds_no_seed_while_it_is_secret(match: Match) -> None:
    with seeds_from(lambda what: SEED):
        team = make_team(make_user("abel"), "Reds", ruleset="bb2025", roster="human")
        rows = [match, sequence_open(team=team, kind=Sequence.Kind.MATCH, object_id=9, deadline=None)]
    for row in rows:
        assert type(row).objects.get(pk=row.pk).secret_seed == SEED
        assert stored(row) != SEED


def test_a_published_seed_needs_no_key(match: Match, settings: Settings) -> None:
    apply_played(match)
    assert stored(match) == SEED
    settings.SECRET_KEY = "another key"
    assert Match.objects.get(pk=match.pk).seed == SEED


def test_masks_differ_from_seed_to_seed() -> None:
    rows = SealedSeed(), SealedSeed()
    for row, seed in zip(rows, (SEED, "5f" * 32), strict=True):
        row.seal(seed)
    masks = {int(row.sealed_seed, 16) ^ int(row.secret_seed, 16) for row in rows}
    assert len(masks) == 2


def test_an_older_key_opens_what_it_sealed_and_a_lost_one_is_named(match: Match, settings: Settings) -> None:
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key"
    with pytest.raises(LostKey, match="SECRET_KEY_FALLBACKS"):
        _ = match.secret_seed
    assert match.redacted("as it was") == "as it was"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert match.secret_seed == SEED


def test_a_failure_that_quotes_the_seed_does_not_tell_it(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(**_: object) -> None:
        raise RuntimeError(f"no dice from {SEED}")

    monkeypatch.setattr(engine, "play", broken)
    match_resolve(match_id=match.pk)
    assert Match.objects.get(pk=match.pk).failure == "RuntimeError: no dice from (seed)"
