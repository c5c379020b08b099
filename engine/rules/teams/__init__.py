"""Rosters, team sheets and whoever is hired; ready teams and random ones."""
