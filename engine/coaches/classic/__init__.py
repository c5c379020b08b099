"""The first coach for Blood Bowl: safe things first, blocks at good odds, the ball in a cage. Newer ones are compared with it."""

from engine.coaches.classic.planner import ClassicPlanner

__all__ = ["ClassicPlanner"]
