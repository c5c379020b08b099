"""How large a document may be: as large as the limit, and no larger."""

from functools import reduce
from typing import Any

import pytest

from engine.core.documents import DEEPEST, MOST_VALUES, check_size
from engine.core.errors import BadInput


def nested(levels: int) -> Any:
    return reduce(lambda inside, _: [inside], range(levels), 1)


@pytest.mark.parametrize(
    ("largest", "larger"),
    [(nested(DEEPEST), nested(DEEPEST + 1)), ([0] * (MOST_VALUES - 1), [0] * MOST_VALUES)],  # a list is a value, too
    ids=["levels", "values"],
)
def test_a_document_may_be_as_large_as_the_limit(largest: Any, larger: Any) -> None:
    check_size(largest)
    with pytest.raises(BadInput):
        check_size(larger)
