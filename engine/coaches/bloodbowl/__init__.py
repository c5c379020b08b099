"""A coach for Blood Bowl that plays recognisable football: safe things first, blocks at good odds, the ball in a cage."""

from engine.coaches.bloodbowl.planner import BloodBowlPlanner

__all__ = ["BloodBowlPlanner"]
