"""Text that people write: one check and one tidy form for every name, sentence and note, wherever it comes in.

Texts are kept in Unicode's composed form (NFC), without space at the ends. On one line, spaces are single. Refused is what
nobody can see or what changes the text around it: control characters, zero-width characters, marks that turn the direction
of writing, unassigned and private characters, halves of characters, and heaps of combining marks.

Two decisions. Joiners (U+200C, U+200D) are refused like every other zero-width character, since nobody could tell two names
apart that differ in one; emoji that are glued together of several are refused with them, single ones are fine. The emoji
style mark (U+FE0F) may follow a symbol, where keyboards put it, and counts for nothing when names are compared.
"""

import re
from collections.abc import Iterator
from unicodedata import category, normalize

from engine.core.errors import BadInput

MOST_MARKS = 3  # combining marks in a row; scripts that stack vowels and tones need no more
LONGEST_LOOK = 200  # letters; folding can make a text longer than it was
EMOJI_STYLE = "\ufe0f"
BREAKS = "\n\t"  # the control characters of a text of several lines
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters, symbols and marks that show nothing although Unicode does not file them under the above.
BLANKS = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
    + "".join(map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
STACKED = re.compile(r"[^\S\n]+")
# Letters and signs, each with the Latin letter that it is drawn like in capitals or in small letters, after `casefold`.
TWINS = "аaвbеeкkмmнhоoрpсcтtуyхxьbіlјjѕsԁdһhӏlԛqԝwαaβbεeζzηnιlκkμmνvοoρpτtυuχxωw0o1lil|l"
FOLDED = str.maketrans(TWINS[::2], TWINS[1::2])
PAIRS = (("rn", "m"), ("vv", "w"))


class BadText(BadInput):
    """A text that cannot be kept. The message says how to correct it."""


def clean_line(text: str, longest: int, least: int = 0) -> str:
    """The text of one line as it is kept, or `BadText`."""
    return _cleaned(text.strip(), longest, least, breaks="")


def clean_text(text: str, longest: int, least: int = 0) -> str:
    """The same for a text that may have several lines."""
    return _cleaned(text.replace("\r\n", "\n").replace("\r", "\n").strip(), longest, least, breaks=BREAKS)


def look_of(text: str) -> str:
    """What a name looks like at a glance. Names of the same look are the same name.

    Styled letters, case and spaces make no difference, nor do letters of other scripts that are drawn like Latin ones, or
    the signs that people confuse: 0 and o; 1, l and I; rn and m; vv and w.
    """
    plain = normalize("NFKC", text).casefold().replace(EMOJI_STYLE, "")
    folded = "".join(plain.split()).translate(FOLDED)
    for pair, single in PAIRS:
        folded = folded.replace(pair, single)
    return folded[:LONGEST_LOOK]


def _cleaned(text: str, longest: int, least: int, *, breaks: str) -> str:
    if len(text) > 4 * longest:  # no work on what is too long in any form
        raise BadText(f"Use at most {longest} letters, not {len(text)}.")
    composed = normalize("NFC", text)
    for flaw in _flaws(composed, breaks):
        raise BadText(flaw)
    tidy = STACKED.sub(" ", composed) if not breaks else composed
    if not least <= len(tidy) <= longest:
        limits = f"{least} to {longest}" if least else f"at most {longest}"
        raise BadText(f"Use {limits} letters, not {len(tidy)}.")
    return tidy


def _flaws(text: str, breaks: str) -> Iterator[str]:
    marks, before = 0, ""
    for sign in text:
        kind = category(sign)
        styled = sign == EMOJI_STYLE and before in ("So", "Sm")
        if (kind in HIDDEN or sign in BLANKS) and sign not in breaks and not styled:
            yield f"Remove the character U+{ord(sign):04X}, which cannot be shown."
        marks = marks + 1 if kind.startswith("M") else 0
        if marks > MOST_MARKS or (marks and before in ("", "Zs", "Cc")):
            yield f"Remove accents that stand on no letter, or are more than {MOST_MARKS} on one."
        before = kind
