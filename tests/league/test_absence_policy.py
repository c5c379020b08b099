"""The policy for the absent, pure: what it may say, and what follows from it."""

from typing import Any

import pytest

from league.absence.policy import NO_MORE, NOT_LATER, AbsencePolicy, Absent, BadPolicy, Does, Verdict

HOME, AWAY = Absent("home"), Absent("away")
USED_UP = Absent("home", spared=2)
BOTH = ("home", "away")


@pytest.mark.parametrize(
    ("policy", "absent", "later", "verdict"),
    [
        ({}, [], True, Verdict("orders")),
        ({"does": "orders"}, [HOME], True, Verdict("orders", ("home",))),
        ({"does": "orders"}, [HOME, AWAY], True, Verdict("orders", BOTH)),
        ({"does": "orders", "spared": 2}, [USED_UP], True, Verdict("concession", ("home",), NO_MORE)),
        ({"does": "orders", "spared": 3}, [USED_UP], True, Verdict("orders", ("home",))),
        ({"does": "orders", "spared": 2}, [USED_UP, AWAY], True, Verdict("concession", ("home",), NO_MORE)),
        ({"does": "orders", "spared": 1}, [USED_UP, Absent("away", 1)], True, Verdict("double-loss", BOTH, NO_MORE)),
        ({"does": "ai"}, [AWAY], True, Verdict("ai", ("away",))),
        ({"does": "ai", "spared": 2}, [USED_UP], True, Verdict("concession", ("home",), NO_MORE)),
        ({"does": "ai"}, [AWAY], False, Verdict("ai", ("away",))),
        ({"does": "concession"}, [AWAY], True, Verdict("concession", ("away",))),
        ({"does": "concession", "spared": 2}, [USED_UP], True, Verdict("concession", ("home",))),
        ({"does": "double-loss", "spared": 2}, [USED_UP, AWAY], True, Verdict("double-loss", BOTH)),
        ({"does": "concession"}, [HOME, AWAY], True, Verdict("orders", BOTH)),
        ({"does": "concession", "spared": 2}, [USED_UP, AWAY], True, Verdict("concession", ("home",), NO_MORE)),
        ({"does": "double-loss"}, [HOME], True, Verdict("concession", ("home",))),
        ({"does": "double-loss"}, [HOME, AWAY], True, Verdict("double-loss", BOTH)),
        ({"does": "postponement"}, [HOME], True, Verdict("postponement", ("home",))),
        ({"does": "postponement"}, [HOME, AWAY], True, Verdict("postponement", BOTH)),
        ({"does": "postponement"}, [HOME], False, Verdict("orders", ("home",), NOT_LATER)),
        ({"does": "postponement", "then": "ai"}, [HOME], False, Verdict("ai", ("home",), NOT_LATER)),
        ({"does": "postponement", "then": "double-loss"}, [HOME, AWAY], False, Verdict("double-loss", BOTH, NOT_LATER)),
        ({"does": "postponement", "then": "concession"}, [HOME], False, Verdict("concession", ("home",), NOT_LATER)),
        ({"does": "postponement"}, [Absent("home", postponed=1)], True, Verdict("orders", ("home",), NOT_LATER)),
        ({"does": "postponement", "most": 2}, [Absent("home", postponed=1)], True, Verdict("postponement", ("home",))),
        ({"does": "postponement"}, [HOME, Absent("away", postponed=1)], True, Verdict("orders", BOTH, NOT_LATER)),
        ({"does": "postponement", "spared": 2}, [USED_UP], True, Verdict("concession", ("home",), NO_MORE)),
    ],
)
def test_what_follows_from_an_absence(policy: Any, absent: list[Absent], later: bool, verdict: Verdict) -> None:
    found = AbsencePolicy.from_json(policy).verdict(absent, later=later)
    assert (found.does, found.sides) == (verdict.does, verdict.sides)
    assert found.why == verdict.why


@pytest.mark.parametrize(
    ("document", "field"),
    [
        (None, "does"),
        ({"does": "pray"}, "does"),
        ({"does": "orders", "beer": 1}, "does"),
        ({"then": "postponement"}, "then"),
        ({"then": ""}, "then"),
        *(({"days": days}, "days") for days in (0, 29, "2", 1.5, True)),
        *(({"most": most}, "most") for most in (0, 11, None)),
        *(({"spared": spared}, "spared") for spared in (0, 21, "1", False)),
    ],
)
def test_what_a_policy_may_not_say(document: Any, field: str) -> None:
    with pytest.raises(BadPolicy) as error:
        AbsencePolicy.from_json(document)
    assert error.value.field == field


@pytest.mark.parametrize("does", Does.values)
def test_a_policy_is_kept_as_it_was_and_said_in_words(does: str) -> None:
    policy = AbsencePolicy(does=does, days=28, most=10, then="ai", spared=20)
    assert AbsencePolicy.from_json(policy.to_json()) == policy
    assert type(policy.to_json()["does"]) is str
    said = " ".join(policy.words)
    assert Does(does).label in said
    assert "20 times" in said
    assert ("28 days" in said) == (does == "postponement")
    assert not policy.does_nothing
    assert AbsencePolicy().does_nothing
    assert not AbsencePolicy(spared=1).does_nothing
    assert not AbsencePolicy(does=Does.AI).does_nothing
    assert type(AbsencePolicy().to_json()["then"]) is str


@pytest.mark.parametrize(
    ("number", "times", "spared"), [(1, "By 1 day, once", "once "), (2, "By 2 days, at most 2 times", "2 times ")]
)
def test_one_day_and_one_time_are_said_as_one(number: int, times: str, spared: str) -> None:
    policy = AbsencePolicy(does=Does.POSTPONE, days=number, most=number, then=Does.CONCEDE, spared=number)
    _, postponed, then, last = policy.words
    assert postponed.startswith(f"{times} for a team")
    assert then == f"After that: {Does.CONCEDE.label}."
    assert last.startswith(f"A coach is spared {spared}in")
