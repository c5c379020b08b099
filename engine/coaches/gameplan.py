"""The game plan as coaches know it: see `engine.rules.gameplan`, where settings are declared and checked."""

from engine.rules.gameplan.record import DEFAULT, GamePlan

__all__ = ["DEFAULT", "GamePlan"]
