"""The first coach for Battleball: every piece does what is best for itself. It stays, so that others can be compared with it."""

from engine.coaches.battleball.classic.planner import ClassicPlanner

__all__ = ["ClassicPlanner"]
