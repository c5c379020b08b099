"""Rulings, skills and tables, each played by its scenarios."""
