"""The rules that a league plays by."""
