"""Values that nobody expects, and ways to spoil a request that was good."""

import json
import random
from typing import Any

Fields = list[tuple[str, str]]

KINDS: dict[str, tuple[str, ...]] = {
    "null": ("\x00", "a\x00b", "\x00" * 20),
    "digits": ("9" * 5000, "-" + "9" * 5000, "0" * 5000 + "1"),
    "control": ("\x01\x1b[31m\x7f", "\r\nSet-Cookie: a=b", "a\tb\nc", "\x0b\x1c\x85\u2028"),
    "invisible": ("\u200b\u200d\ufeff", "\u202eabc\u2066", "e\u0301" * 50, "\ufffe\uffff", "\U0010ffff", "👩‍👩‍👧‍👦🏳️‍🌈"),
    "size": ("", " ", "x" * 300, "x" * 100_000, "ß" * 60, "\ufdfa" * 60),
    "number": ("0", "-1", "1.5", "1e999", "NaN", "Infinity", "0x10", "1_000", "٣", "²", "½", "１", "+1", " 1 "),
    "range": ("99", "32768", "65536", "2147483648", "9223372036854775808", "1" + "0" * 30),
    "code": ("'; --", "<script>alert(1)</script>", "{{ 7 }}{% now %}", "%s%n%00", "../../../etc/passwd", "$(id)"),
    "address": ("//example.org/", "https://example.org/", "javascript:alert(1)", "http://[", "/\\example.org"),
    "json": ("true", "null", "[]", "{}", "[[[[", '{"a": ', "[1,2,3]", '{"players": [[]]}', '"x"'),
    "date": ("0001-01-01T00:00", "9999-12-31T23:59", "2026-02-30T25:61", "2026-10-25T02:30", "2026-01-01", "-1-1-1"),
    "word": ("Not/AZone", "None", "all", "new", "1", "2", "a", "b", "home", "battleball", "bb2025", "official"),
}
OFTEN = ("null", "digits")  # the most frequent causes of server errors: three times as likely as other kinds
WEIGHTS = [3 if kind in OFTEN else 1 for kind in KINDS]
TEXTS = tuple(text for kind in KINDS.values() for text in kind)
RAW = (
    "%FF%FE",
    "%ED%A0%80",
    "%C0%80",
    "%00",
    "%0a",
    "%",
    "%zz",
    "+",
    "&",
    "=",
    ";",
    "[]",
    "%2e%2e%2f",
)  # as they stand in an address
NUMBERS = (0, -1, 1, 2**15, 2**31, 2**63, 10**30, -(10**30), 1.5, 1e308)
DEEP = 100_000


def text(dice: random.Random) -> str:
    return dice.choice(dice.choices(list(KINDS.values()), WEIGHTS)[0])


def value(dice: random.Random) -> Any:
    """For JSON: of any type."""
    return dice.choice(
        (
            text(dice),
            dice.choice(NUMBERS),
            None,
            True,
            [],
            {},
            [text(dice)] * 3,
            {text(dice)[:100]: text(dice)},
            list(range(3000)),
            [[[[[[{}]]]]]],
            "\ud800",
        )
    )


def spoil_fields(dice: random.Random, fields: Fields) -> Fields:
    """Some fields of a form changed, left out, doubled, added or swapped."""
    fields = list(fields)
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        place = dice.randrange(len(fields)) if fields else 0
        match dice.choice(("change", "change", "change", "number", "drop", "double", "add", "swap", "many", "name")):
            case "change" if fields:
                fields[place] = (fields[place][0], text(dice))
            case "number" if fields:
                fields[place] = (fields[place][0], str(dice.choice(NUMBERS)))
            case "drop" if fields:
                del fields[place]
            case "double" if fields:
                fields.append((fields[place][0], text(dice)))
            case "swap" if fields:
                fields[place] = (fields[place][0], dice.choice(fields)[1])
            case "many" if fields:
                fields += [fields[place]] * dice.choice((50, 900, 1100))
            case "name" if fields:
                fields[place] = (text(dice)[:200], fields[place][1])
            case _:
                fields.append((dice.choice(("next", "action", "version", "key", "page", text(dice)[:50])), text(dice)))
    return fields


def spoil_json(dice: random.Random, content: Any) -> str:
    """A document with some parts of other types, or text that is no JSON at all."""
    for _ in range(dice.choice((1, 1, 2, 3))):
        content = _spoil_part(dice, content)
    written = json.dumps(content)
    if dice.random() < 0.65:
        return written
    return dice.choice(
        (
            written[: dice.randrange(len(written) + 1)],
            written + written,
            written.replace("1", "NaN", 1),
            "[" * DEEP,
            '{"a":' * 3000 + "1" + "}" * 3000,
            "\x00\xff",
            "",
        )
    )


def _spoil_part(dice: random.Random, content: Any) -> Any:
    if isinstance(content, dict) and content and dice.random() < 0.85:
        key = dice.choice(sorted(content))
        if dice.random() < 0.1:
            return {name: each for name, each in content.items() if name != key}
        return {**content, key: _spoil_part(dice, content[key])}
    if isinstance(content, list) and content and dice.random() < 0.7:
        place = dice.randrange(len(content))
        return [*content[:place], _spoil_part(dice, content[place]), *content[place + 1 :]]
    return value(dice)
