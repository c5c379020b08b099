"""What a coach weighs, all in points of the match."""

# A piece: the point of a survivor, and what it may yet do.
WORTH = {"RB": 2.6, "S": 2.0, "LB": 1.6, "LM": 1.8, "T": 2.2, "HT": 2.8}
LYING = 0.4  # an opponent lies for a turn
ACTIVATION = 0.25  # one that a failure costs
GOOD_ENOUGH = 0.02  # what is worth less is not worth an activation

# The ball.
POSSESSION = 1.0  # to hold it anywhere
PROGRESS = 3.0  # to hold it right before the end zone
READY = 3.0  # to be sure to score with the next roll
DROPPED = 0.6  # of all that: theirs lies loose
IN_REACH = 0.5  # of all that: it lies loose where they can fetch it
GIVING = 0.3  # what a pass or hand-off has to gain, since much can go wrong

# Places.
NEARER = 0.05  # a step nearer to where the play is
WAY_OUT = 1.0  # out of the way of a carrier who is hemmed in
