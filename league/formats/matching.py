"""Pairing things off at the least cost in all."""

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def cheapest_pairs(costs: Mapping[tuple[T, T], int]) -> list[tuple[T, T]]:
    """As many pairs as can be made of the possible ones, at the least sum of their costs; each as it was given."""
    import networkx  # a quarter of a second that most processes never need

    graph: networkx.Graph[T] = networkx.Graph()
    # In the order in which they are given, so that among several best pairings it is always the same one.
    graph.add_weighted_edges_from((one, other, cost) for (one, other), cost in costs.items())
    found = {frozenset(pair) for pair in networkx.min_weight_matching(graph)}
    return [pair for pair in costs if frozenset(pair) in found]


def cheapest_assignment(rows: Sequence[Sequence[int]]) -> list[int]:
    """The column for each row of a square of costs, so that every column is used and the sum is the least."""
    size = range(len(rows))
    costs = {(("row", row), ("column", column)): rows[row][column] for row in size for column in size}
    pairs = sorted((row, column) for (_, row), (_, column) in cheapest_pairs(costs))
    return [column for _, column in pairs]
