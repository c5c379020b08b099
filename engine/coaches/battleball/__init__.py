"""A coach for Battleball that plays to win: it scores, hunts the ball carrier, passes when that is better than running."""

from engine.coaches.battleball.planner import BattleballPlanner

__all__ = ["BattleballPlanner"]
