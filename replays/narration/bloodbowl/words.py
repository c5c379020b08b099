"""The words of Blood Bowl that are not names in its data."""

FACES = {1: "Player Down", 2: "Both Down", 3: "Push Back", 4: "Push Back", 5: "Stumble", 6: "Pow"}
_DIRECTIONS = ("north-west", "north", "north-east", "west", "east", "south-west", "south", "south-east")
COMPASS = dict(enumerate(_DIRECTIONS, start=1))  # by D8
NUMBERS = {1: "one", 2: "two", 3: "three"}

# What somebody sets out to do; some actions speak for themselves.
DECLARED = {
    "ball-and-chain-move": "",
    "blitz": "{one} sets out to blitz{other}.",
    "block": "",
    "breathe-fire": "{one} takes a deep breath.",
    "chainsaw-attack": "{one} starts the chainsaw.",
    "chomp": "{one} bares the teeth.",
    "foul": "{one} is out for a foul.",
    "hand-off": "{one} is to hand the ball off.",
    "hypnotic-gaze": "{one} looks for somebody to hypnotise.",
    "kick-team-mate": "{one} is to kick a team-mate.",
    "move": "",
    "pass": "{one} is to pass the ball.",
    "projectile-vomit": "{one} feels sick.",
    "punt": "{one} is to punt the ball.",
    "secure-the-ball": "{one} goes to secure the ball.",
    "stab": "{one} draws a blade.",
    "throw-bomb": "{one} lights a bomb.",
    "throw-team-mate": "{one} is to throw a team-mate.",
}
# Actions against one opponent, by what is declared or chosen.
ACTS = {
    "breathe-fire": "{one} breathes fire at {other}.",
    "chainsaw-attack": "{one} goes at {other} with the chainsaw.",
    "chomp": "{one} snaps at {other}.",
    "foul": "{one} fouls {other}.",
    "hypnotic-gaze": "{one} stares into the eyes of {other}.",
    "projectile-vomit": "{one} vomits over {other}.",
    "stab": "{one} stabs at {other}.",
}
# What a block comes to, where it is not what the chosen face says; a skill has been named before.
TWISTS = {
    (2, "both-prone"): "Both are on the ground.",
    (2, "nothing"): "Nothing comes of it.",
    (5, "push-back"): "So it is only a push.",
}
INJURIES = {
    "stunned": "{one} is stunned.",
    "knocked-out": "{one} is knocked out.",
    "badly-hurt": "{one} is badly hurt and out of this match.",
    "seriously-hurt": "{one} is seriously hurt: out of this match and the next.",
    "serious-injury": "{one} has a serious injury that will never quite heal.",
    "lasting-injury": "{one} has a lasting injury.",
    "dead": "{one} is dead.",
    "eaten": "{one} is eaten.",
    "heat": "{one} cannot stand the heat and misses the next drive.",
    "regenerated": "{one} regenerates and goes to the reserves.",
}
LIGHT = frozenset({"stunned", "knocked-out", "heat", "regenerated"})  # no casualties
TURNOVERS = {
    "bitten with the ball": "the ball carrier was bitten",
    "bloodlust": "the thirst for blood was not quenched",
    "carrier hurt": "the ball carrier is hurt",
    "did not secure the ball": "the ball was not secured",
    "eaten": "a player was eaten",
    "eaten with the ball": "the ball carrier was eaten",
    "failed pick-up": "the ball was not picked up",
    "fell over": "a player fell over",
    "fell through a trapdoor": "a player fell through a trapdoor",
    "fumbled pass": "the pass was fumbled",
    "hand-off not caught": "the hand-off was not caught",
    "interception": "the pass was intercepted",
    "kicked badly with the ball": "the ball carrier was kicked badly",
    "knocked down": "one of their own was knocked down",
    "pass hit the ground": "the pass hit the ground",
    "pass not caught": "the pass was not caught",
    "placed prone with the ball": "the ball carrier is on the ground",
    "punt lost": "the punt was lost",
    "pushed into the crowd": "one of their own ended up in the crowd",
    "sent off": "a player was caught fouling",
    "thrown into the crowd": "a player was thrown into the crowd",
}
KICK_OFFS = {
    "get-the-ref": "each team has one more bribe",
    "time-out": "the clock is put forward or back by one turn",
    "solid-defence": "the kicking team may set up some open players again",
    "high-kick": "an open receiver may get under the ball",
    "cheering-fans": "the side that is cheered louder has an extra assist for its next block",
    "brilliant-coaching": "the better coaches win a team re-roll for this drive",
    "changing-weather": "the weather is rolled again",
    "quick-snap": "some open receivers may move one square",
    "charge": "some open players of the kicking team may act before the ball is down",
    "dodgy-snack": "somebody on the side with the lower roll has eaten something bad",
    "pitch-invasion": "fans of the side with the higher total stun some opponents",
}
WEATHERS = {
    "sweltering-heat": "players will drop out after each drive",
    "very-sunny": "passing is harder",
    "perfect-conditions": "",
    "pouring-rain": "the ball is slippery",
    "blizzard": "rushing is harder and nobody throws far",
}
PRAYERS = {
    "treacherous-trapdoor": "two trapdoors open for whoever steps on them",
    "friends-with-the-ref": "their arguments with the referee count for more",
    "stiletto": "a blade to stab with",
    "iron-man": "better armour",
    "knuckle-dusters": "the skill Mighty Blow",
    "bad-habits": "{who} may waste team re-rolls",
    "greasy-cleats": "{who} is slower",
    "blessing-of-nuffle": "the skill Pro",
    "moles-under-the-pitch": "opponents rush less safely",
    "perfect-passing": "completions teach them more",
    "dazzling-catching": "catches teach them something too",
    "fan-interaction": "injuries by the crowd are to their credit",
    "fouling-frenzy": "injuries by fouls are to their credit",
    "throw-a-rock": "a rock is waiting for an opponent",
    "under-scrutiny": "opponents whose fouls break armour are always seen",
    "intensive-training": "a new skill",
}
PASSES = {
    "accurate": "The throw is accurate.",
    "inaccurate": "The throw goes astray.",
    "fumble": "{one} fumbles.",
}
HURLS = {
    "superb": "A superb throw.",
    "subpar": "Not a good throw.",
    "fumbled": "{one} fumbles {other}.",
}
# What a re-roll is, where it is not a skill's.
TEAM_REROLLS = {
    "bought": "a team re-roll",
    "brilliant-coaching": "the team re-roll from Brilliant Coaching",
    "leader": "the Leader's team re-roll",
    "mascot": "the mascot's team re-roll",
    "proven-mascot": "the mascot's team re-roll",
    "halfling-master-chef": "a team re-roll from the Master Chef",
    "extra-team-training": "a team re-roll from Extra Team Training",
}
SOURCES = {
    "dedicated fans": "dedicated fans",
    "fan factor": "the fan factor",
    "cheerleaders": "cheerleaders",
    "assistant coaches": "assistant coaches",
    "marked": "being marked",
    "range": "the range",
    "bouncing ball": "a bouncing ball",
    "throw-in": "a throw-in",
    "pouring rain": "pouring rain",
    "very sunny": "bright sun",
    "accurate pass": "an accurate pass",
    "inaccurate pass": "an inaccurate pass",
    "strong target": "a strong target",
    "block or blitz": "a block or blitz",
    "helper": "a helper",
    "strength": "the difference in strength",
    "assists": "assists",
    "cheering fans": "the cheering fans",
    "assists against": "assists against it",
    "subpar throw": "a bad throw",
    "fumbled throw": "a fumbled throw",
}
