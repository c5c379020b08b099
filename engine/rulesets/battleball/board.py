"""The field of Battleball: which spaces there are, what is near what, and how it is drawn (manual s3)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from engine.core.errors import BadInput
from engine.core.pitch import Mask, Pitch, Square, pitch, squares_of
from engine.core.ruleset import DATA
from engine.core.ruling import Ruling, Rulings
from engine.core.yamlfile import read_yaml

size: Ruling[str] = Ruling("board-size", {key: key for key in ("medium-31x15", "fine-41x17", "coarse-21x11", "custom")})
grid: Ruling[str] = Ruling("board-grid", {key: key for key in ("staggered-six", "square-eight", "square-four")})
twenty_yard_line: Ruling[int] = Ruling("twenty-yard-line", {"two-tens": 0, "line-row-included": 1})
wide_on_half_square: Ruling[bool] = Ruling("heavy-tackle-half-square", {"allowed": True, "forbidden": False})
wide_measured_whole: Ruling[bool] = Ruling("heavy-tackle-measuring", {"nearest": True, "fixed-half": False})

# With so many pairs of spaces a heavy tackle finds its two whatever the other ten have taken.
PAIRS_NEEDED = 13
FIELDS = ("rows", "columns", "rows_per_ten_yards")
LIMITS = {"rows": (9, 99), "columns": (7, 49), "rows_per_ten_yards": (1, 24)}


@dataclass(frozen=True)
class Board:
    pitch: Pitch
    centre: Square
    goals: tuple[Square, Square]  # the end zone each side attacks, as a space of its own
    last_rows: tuple[Mask, Mask]  # the row in front of it
    own_ends: tuple[Mask, Mask]  # behind each side's 20-yard line
    wide_spots: Mask  # where the left space of a heavy tackle may be
    wide_whole: bool
    rows_per_ten_yards: int

    def footprint(self, square: Square, wide: bool) -> Mask:
        """The spaces that a piece covers."""
        return (3 if wide else 1) << square

    def measured(self, square: Square, wide: bool) -> Mask:
        """The spaces from which a piece is measured: both of a heavy tackle's, or only the left one, by ruling."""
        return (3 if wide and self.wide_whole else 1) << square

    @cached_property
    def near(self) -> Callable[[Square, bool, int], Mask]:
        """Everything within so many steps of a piece, its own spaces included. Asked many thousand times a match."""
        return cache(self._near)

    def _near(self, square: Square, wide: bool, steps: int) -> Mask:
        area = self.pitch.within(square, steps)
        return area | self.pitch.within(square + 1, steps) if wide and self.wide_whole else area

    def ring(self, square: Square, wide: bool, steps: int) -> Mask:
        """Everything exactly so many steps away from a piece."""
        return self.near(square, wide, steps) & ~self.near(square, wide, steps - 1)

    def steps_between(self, one: tuple[Square, bool], other: tuple[Square, bool]) -> int:
        """Steps of a shortest way between two pieces, each a space and whether it is wide."""
        ends = list(squares_of(self.measured(*other)))
        return min(self.pitch.distance(square, end) for square in squares_of(self.measured(*one)) for end in ends)

    def rows_to_goal(self, square: Square, side: int) -> int:
        """Rows between a space and the last row before the end zone that the side attacks."""
        row = square // self.pitch.stride
        return self.pitch.rows - row if side == 0 else row - 1

    def name(self, square: Square) -> str:
        return "goal" if square in self.goals else self.pitch.name(square)


def read_board_file(path: Path) -> dict[str, dict[str, int]]:
    """The sizes of a board file, each checked."""
    sizes = read_yaml(path, dict)
    for key, figures in sizes.items():
        if not isinstance(figures, dict) or set(figures) != set(FIELDS):
            raise BadInput(f"{path.name}: {key}: a board has {', '.join(FIELDS)} and nothing else")
        check_figures(f"{path.name}: {key}", figures)
    return sizes


def check_figures(what: str, figures: dict[str, Any]) -> None:
    if not all(type(figures[name]) is int for name in FIELDS):
        raise BadInput(f"{what}: {', '.join(FIELDS)} have to be whole numbers")
    rows, columns, tens = (figures[name] for name in FIELDS)
    if rows % 2 == 0 or columns % 2 == 0:
        raise BadInput(f"{what}: rows and columns have to be odd numbers, so that there is a centre space")
    within = all(low <= figures[name] <= high for name, (low, high) in LIMITS.items())
    if not within or 4 * tens + 3 > rows:
        raise BadInput(f"{what}: 9 to 99 rows, 7 to 49 columns, and both 20-yard lines short of the middle row")
    if 2 * tens * (columns // 2) < PAIRS_NEEDED:
        raise BadInput(f"{what}: there is not enough room behind the 20-yard lines to set up a team")


@lru_cache(maxsize=1)
def standard_sizes() -> dict[str, dict[str, int]]:
    return read_board_file(DATA / "battleball" / "board.yaml")


def figures(rulings: Rulings) -> dict[str, int]:
    """Rows, columns and rows per ten yards of the field in force."""
    choice = rulings.choice(size)
    return dict(rulings.settings_of(size)) if choice == "custom" else standard_sizes()[choice]


def override(path: Path) -> dict[str, Any]:
    """The one size of a board file, as a ruling."""
    sizes = read_board_file(path)
    if len(sizes) != 1:
        raise BadInput(f"{path.name}: a board to play on is one size, and this file has {len(sizes)}")
    return {f"battleball.{size.point}": {"choice": "custom", **next(iter(sizes.values()))}}


def build_board(rulings: Rulings) -> Board:
    rows, columns, tens = (figures(rulings)[name] for name in FIELDS)
    return _board(
        rows,
        columns,
        tens,
        rulings.choice(grid),
        rulings.effect(twenty_yard_line),
        rulings.effect(wide_on_half_square),
        rulings.effect(wide_measured_whole),
    )


@lru_cache(maxsize=64)
def _board(
    rows: int, columns: int, tens: int, grid_key: str, extra_row: int, wide_on_half: bool, wide_whole: bool
) -> Board:
    field = pitch(rows, columns, grid_key)
    depth = 2 * tens + extra_row
    wide = field.everywhere & field.everywhere >> 1
    if not wide_on_half:
        wide &= ~_beside_half_squares(field)
    return Board(
        pitch=field,
        centre=field.at(field.middle, (columns + 1) // 2),
        goals=(field.at(rows + 1, 0), 0),
        last_rows=(field.row(rows), field.row(1)),
        own_ends=(field.rows_between(1, depth), field.rows_between(rows - depth + 1, rows)),
        wide_spots=wide,
        wide_whole=wide_whole,
        rows_per_ten_yards=tens,
    )


def _beside_half_squares(field: Pitch) -> Mask:
    """Left spaces from which a heavy tackle would cover a half-square."""
    area = 0
    for row in range(1, field.rows + 1):
        if not field.full(row):
            area |= 1 << field.at(row, 0) | 1 << field.at(row, field.columns - 1)
    return area


def drawing(rulings: Rulings) -> dict[str, Any]:
    """The field for whoever draws it: unit is one space, x across, y from the home end zone to the other one."""
    board = build_board(rulings)
    field = board.pitch
    spaces = [_space(field, row, column) for row in range(1, field.rows + 1) for column in field.columns_of(row)]
    goals = [
        {"id": board.goals[0], "side": 0, "x": field.columns / 2, "y": field.rows + 3.0, "w": field.columns, "h": 2},
        {"id": board.goals[1], "side": 1, "x": field.columns / 2, "y": 1.0, "w": field.columns, "h": 2},
    ]
    return {
        "width": float(field.columns),
        "height": float(field.rows + 4),
        "spaces": spaces,
        "goals": goals,
        "lines": _yard_lines(board),
        "zones": [],
        "bench": [],
        "wide_offset": {"dx": 1, "dy": 0},
    }


def _space(field: Pitch, row: int, column: int) -> dict[str, Any]:
    half_square = not field.full(row) and column in (0, field.columns)
    centre = column - 0.5 if field.full(row) else float(column)
    if half_square:
        centre += 0.25 if column == 0 else -0.25
    width = 0.5 if half_square else 1.0
    square = field.at(row, column)
    return {"id": square, "name": field.name(square), "x": centre, "y": row + 1.5, "w": width, "h": 1.0}


def _yard_lines(board: Board) -> list[dict[str, Any]]:
    """A line every ten yards, counted from both goal lines, and the middle of the field."""
    field, lines = board.pitch, []
    for ten in range(5):
        depth = ten * board.rows_per_ten_yards
        if depth < field.middle - 1:
            lines += [(2.0 + depth, ten), (2.0 + field.rows - depth, ten)]
    lines.append((2.0 + field.rows / 2, 5))
    return [
        {"x1": 0.0, "y1": y, "x2": float(field.columns), "y2": y, "label": f"{10 * ten}" if ten else "G"}
        for y, ten in sorted(lines)
    ]
