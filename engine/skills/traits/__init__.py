"""Traits: they come with a position, and nobody learns them."""
