"""The coach for Blood Bowl: it weighs a turn as a whole, with the odds of every die."""

from engine.coaches.bloodbowl.planner import BloodBowlPlanner

__all__ = ["BloodBowlPlanner"]
