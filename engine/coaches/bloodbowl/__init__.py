"""The coach for Blood Bowl."""

from engine.coaches.classic import ClassicPlanner


class BloodBowlPlanner(ClassicPlanner):
    """Plays like the classic coach until it knows better."""


__all__ = ["BloodBowlPlanner"]
