"""Decisions that nobody takes alone: who has a stake in one proposes it, and another commissioner confirms it, in public."""
