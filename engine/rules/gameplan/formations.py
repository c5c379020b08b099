"""Formations to start from: (rows behind the line of scrimmage, columns from the middle), by setting and name."""

from collections.abc import Mapping

Drawn = tuple[tuple[int, int], ...]
LINE: Drawn = ((0, -1), (0, 0), (0, 1))

PRESETS: Mapping[str, Mapping[str, Drawn]] = {
    "kicking": {
        "Two lines": (*LINE, (1, -3), (1, 3), (2, -5), (2, 5), (3, -2), (3, 2), (4, 0), (6, 0)),
        "Arrowhead": (*LINE, (1, -2), (1, 2), (2, -3), (2, 3), (3, -4), (3, 4), (4, -1), (4, 1)),
        "Deep": (*LINE, (3, -5), (3, 5), (4, -3), (4, 3), (4, -1), (4, 1), (7, -2), (7, 2)),
    },
    "receiving": {
        "Balanced": (*LINE, (0, -2), (0, 2), (1, -4), (1, 4), (2, -1), (2, 1), (4, 0), (6, 0)),
        "Strong centre": (*LINE, (0, -2), (0, 2), (1, -3), (1, 3), (2, -1), (2, 1), (5, 1), (7, -1)),
        "Wide": (*LINE, (0, -6), (0, 6), (1, -5), (1, 5), (2, -2), (2, 2), (5, 0), (7, 0)),
    },
}
