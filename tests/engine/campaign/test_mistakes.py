"""A treasury of 100k and more tempts fate."""

import pytest

from engine.campaign.mistakes import expensive_mistakes
from tests.engine.campaign.editors import editor_of


@pytest.mark.parametrize(
    ("treasury", "dice", "left"),
    [
        (95, [], 95),
        (100, [1, 3], 70),
        (195, [2], 195),
        (200, [2, 1], 190),
        (305, [1], 150),  # half of it is 152.5
        (400, [2], 200),
        (595, [1, 6, 5], 110),
        (700, [2, 1, 1], 20),
        (700, [6, 2], 680),
    ],
)
def test_the_fuller_the_worse(treasury: int, dice: list[int], left: int) -> None:
    editor = editor_of("human", ["human-lineman"], gold=treasury, dice=dice)
    expensive_mistakes(editor)
    editor.dice.finish()
    assert editor.club.treasury == left
