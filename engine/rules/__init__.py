"""The procedures of a Blood Bowl match, one module per chapter of the book. No skill is named here: skills plug in."""
