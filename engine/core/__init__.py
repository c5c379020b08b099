"""The kernel: pitch, dice, decisions, events, hooks, rulings, matches. It knows no rule of any game."""
