"""Python's garbage collector in processes that play many matches."""

import gc

OBJECTS_OF_A_MATCH = 10_000  # that it keeps until its end, about: collecting sooner finds no garbage


def settle() -> None:
    """What is loaded by now stays, so it need not be looked at again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_OF_A_MATCH)
