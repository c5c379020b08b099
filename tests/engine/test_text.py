"""Text that people write: what is kept and how, what is refused, and which names are the same."""

import pytest

from engine.core.documents import DEEPEST, LARGEST, LONGEST_TEXT, MOST_VALUES, check_document, check_size
from engine.core.errors import BadInput
from engine.core.text import MOST_MARKS, BadText, clean_line, clean_text, look_of


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Anvil Street", "Anvil Street"),
        ("  Anvil \u2003\u00a0 Street ", "Anvil Street"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\u00c5ngstr\u00f6m's 8\u00bd", "\u00c5ngstr\u00f6m's 8\u00bd"),
        ("\u0928\u092e\u0938\u094d\u0924\u0947", "\u0928\u092e\u0938\u094d\u0924\u0947"),
        ("Heart \u2764\ufe0f", "Heart \u2764\ufe0f"),
        ("\U0001f44d\U0001f3fd \U0001f1ee\U0001f1f8", "\U0001f44d\U0001f3fd \U0001f1ee\U0001f1f8"),
        ("", ""),
        (" \n ", ""),
    ],
)
def test_a_line_is_kept_tidy(written: str, kept: str) -> None:
    assert clean_line(written, 60) == kept
    assert clean_line(kept, 60) == kept


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("a\0b", "U+0000"),
        ("a\x1b[31mb", "U+001B"),
        ("a\nb", "U+000A"),
        ("a\u0085b", "U+0085"),
        ("a\u2028b", "U+2028"),
        ("a\u200bb", "U+200B"),
        ("a\u200db", "U+200D"),
        ("\ufeffab", "U+FEFF"),
        ("a\u00adb", "U+00AD"),
        ("\u202eab", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("a\ud800b", "U+D800"),
        ("a\ue000b", "U+E000"),
        ("a\u0378b", "U+0378"),
        ("a\uffffb", "U+FFFF"),
        ("a\U000e0041b", "U+E0041"),
        ("\u3164", "U+3164"),
        ("\u2800", "U+2800"),
        ("a\ufe0fb", "U+FE0F"),
        ("a\u034fb", "U+034F"),
        ("\u0301", "accents"),
        ("a \u0301b", "accents"),
        ("a" + "\u0316" * (MOST_MARKS + 1), "accents"),
        ("a" * 61, "at most 60 letters, not 61"),
        ("a" * 100_000, "at most 60 letters"),
    ],
)
def test_what_nobody_could_see_is_refused(written: str, named: str) -> None:
    with pytest.raises(BadText, match=named.replace("+", r"\+")):
        clean_line(written, 60)


def test_several_lines_are_a_text_of_their_own() -> None:
    assert clean_text(" one\r\ntwo\rthree\t  3 \n", 60) == "one\ntwo\nthree\t  3"
    for written in ("a\0b", "a\u202eb", "a\x0bb", "\u0301", "a\n\u0301", "a" * 61):
        with pytest.raises(BadText):
            clean_text(written, 60)
    with pytest.raises(BadText, match="1 to 60 letters, not 0"):
        clean_text("\n", 60, least=1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bob", "bob"),
        ("Bob", "B0b"),
        ("Ian", "lan"),
        ("Will", "W1II"),
        ("Modern", "Modem"),
        ("Wolves", "VVolves"),
        ("Reavers", "R\u0435\u0430v\u0435rs"),
        ("Bob", "\u0412\u041e\u0412"),
        ("Anvil", "\uff21nvil"),
        ("Iron City", "Iron  city"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("\u2764\ufe0f", "\u2764"),
    ],
)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


def test_names_that_do_not_look_alike_are_not() -> None:
    names = ["Bob", "Rob", "Zoe", "Zo\u00eb", "Team 1", "Team 10", "Team 11", "Team 2", "a.b", "a-b"]
    assert len({look_of(name) for name in names}) == len(names)
    assert " " not in look_of("Team 1 ")


def nested(depth: int) -> list[object]:
    document: list[object] = []
    for _ in range(depth):
        document = [document]
    return document


@pytest.mark.parametrize(
    ("document", "named"),
    [
        (nested(DEEPEST + 1), "levels deep"),
        (nested(100_000), "levels deep"),
        ([0] * MOST_VALUES, f"at most {MOST_VALUES} values"),
        ({"a": LARGEST + 1}, "A number"),
        ({"a": -(10**4000)}, "A number"),
        ([float("inf")], "A number"),
        ([float("nan")], "A number"),
        (["a" * (LONGEST_TEXT + 1)], f"at most {LONGEST_TEXT} letters"),
    ],
)
def test_a_document_has_a_bearable_size(document: object, named: str) -> None:
    for check in (check_size, check_document):
        with pytest.raises(BadInput, match=named):
            check(document)


def test_every_text_of_a_document_is_looked_at() -> None:
    for fine in (nested(DEEPEST), [0] * (MOST_VALUES - 1), {"a": [LARGEST, -LARGEST, None, True, "a" * LONGEST_TEXT]}):
        check_document(fine)
    for document in ({"a\0": 1}, {"a": [{"b": "\u202e"}]}, ["\ud800"]):
        check_size(document)
        with pytest.raises(BadText):
            check_document(document)
