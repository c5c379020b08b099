"""Drafts of teams and their approval."""
