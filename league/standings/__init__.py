"""Standings. Pure: teams, results and the rules of the table in, the table out; nothing is stored.

`games` is what goes in, `rules` says what it is worth and what comes first, with its bonuses and metrics one class each in
`bonuses` and `metrics`; `table` sorts, `proof` says why one team stands above another, `outlook` what would change that.
The functions take whatever teams and games they are given: those of a season, of a stage or of a group.
"""
