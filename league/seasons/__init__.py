"""Seasons: entries, schedule, results, standings, the off-season."""
