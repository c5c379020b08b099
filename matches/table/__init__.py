"""Matches that coaches play at a table: agreeing on it, reporting how they ended, and deciding about a report."""
