"""The order in which skills work where several listen at one point of the match."""

import pytest

from engine.core.errors import BadInput
from engine.rulesets.bb2025 import EDITION


@pytest.mark.parametrize(("key", "because"), [("juggernaut", "does not listen there"), ("flying", "is no skill")])
def test_an_order_that_names_who_does_not_listen_there_is_refused(key: str, because: str) -> None:
    with pytest.raises(BadInput, match=f"^bb2025: the order at after-choice names {key}, which {because}$"):
        EDITION.but(order={**EDITION.order, "after-choice": ("wrestle", key)})
