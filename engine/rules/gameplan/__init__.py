"""Game plans: what a coach sets before a match, and the built-in coach follows.

Settings are declared, like questions are: checks, pages and docs derive from the declarations.
"""
