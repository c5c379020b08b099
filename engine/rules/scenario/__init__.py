"""How scenario files speak of a position: what it may say, the answers of coaches, what is to come of it."""
