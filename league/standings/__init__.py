"""Standings. Pure: entrants, results and the rules of the table in, the table out; nothing is stored."""
