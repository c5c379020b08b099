"""What players are good for at a kick-off, from their characteristics, skills and the words for their position."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.rules.state import Player

EXPENDABLE = ("lineman", "blocker", "big-guy")  # words for positions whose place is in front
THROWS, THROWABLE = ("throw-team-mate", "kick-team-mate"), "right-stuff"
CHAIN = "ball-and-chain"
KICK = "kick"

# How much better skills make a player for what it has to do.
STAYS_UP = {"block": 1.5, "stand-firm": 1.0, "guard": 1.0, "wrestle": 0.7, "brawler": 0.5, "regeneration": 0.7}
STAYS_UP |= {"foul-appearance": 0.7, "thick-skull": 0.5, "defensive": 0.5, "fend": 0.5, "sidestep": 0.5, "dodge": 0.5}
STAYS_UP |= {"stunty": -1.0, "chainsaw": -3.0, "bombardier": -3.0, KICK: -3.0}
PLAYS_BALL = {"sure-hands": -1.5, "pass": -1.0, "catch": -1.0, "dump-off": -1.0}
GUARDS = {"guard": 1.5, "block": 0.7, "stand-firm": 0.5, "wrestle": 0.5, "take-root": -5.0}
HITS = {"block": 1.5, "mighty-blow": 1.0, "guard": 1.0, "brawler": 0.7, "claws": 0.7, "wrestle": 0.5, "frenzy": 0.3}
HITS |= {"stunty": -1.0, "really-stupid": -0.5, "chainsaw": -2.0, "bombardier": -3.0}
CATCHES_UP = {"tackle": 1.5, "strip-ball": 1.0, "block": 0.7, "sidestep": 0.5, "shadowing": 0.5, "wrestle": 0.5}
CATCHES_UP |= {"diving-tackle": 0.7, "bombardier": 2.0, "chainsaw": 1.0, KICK: 1.0, "take-root": -3.0}
CLUMSY = {
    "no-ball": -30.0,
    "really-stupid": -3.0,
    "bone-head": -1.5,
    "unchannelled-fury": -1.5,
    "animal-savagery": -1.5,
}
CLUMSY |= {"take-root": -3.0, "bloodlust": -1.0, "animosity": -0.5, "stunty": -0.5, "loner": -1.0, "bombardier": -2.0}
HANDLES = {
    "sure-hands": 2.5,
    "safe-pair-of-hands": 0.5,
    "pass": 0.5,
    "dodge": 0.5,
    "block": 0.3,
    "catch": 0.3,
    **CLUMSY,
}
HANDLES |= {"on-the-ball": 0.7, "dump-off": 0.7, "stab": -0.3}
CARRIES = {"block": 0.7, "dodge": 0.7, "sure-hands": 0.5, "sure-feet": 0.3, "sprint": 0.3, "sidestep": 0.3, **CLUMSY}
RUNS = {"dodge": 1.0, "catch": 1.0, "sprint": 0.7, "sure-feet": 0.5, "leap": 0.7, "pogo": 0.5, "stunty": 0.3, **CLUMSY}
CHARGES = {
    "block": 1.5,
    "tackle": 0.7,
    "horns": 1.0,
    "mighty-blow": 0.7,
    "juggernaut": 0.5,
    "frenzy": 0.5,
    "claws": 0.5,
}
CHARGES |= {
    "chainsaw": 3.0,
    "dodge": 0.7,
    "leap": 0.7,
    "stab": 0.5,
    "take-root": -3.0,
    "bombardier": -1.0,
    "stunty": -1.0,
}


@dataclass(frozen=True, slots=True)
class Job:
    """What a place asks for: how much each point of a characteristic counts, above or below that of a usual player."""

    ma: float = 0.0
    st: float = 0.0
    ag: float = 0.0
    av: float = 0.0
    skills: Mapping[str, float] = field(default_factory=dict)
    risk: float = 0.0  # how likely it is that whoever stands there is hit

    def worth(self, player: Player) -> float:
        figures = self.ma * (player.ma - 6) + self.st * (player.st - 3) + self.av * (player.av - 8)
        skilled = sum(self.skills.get(skill, 0.0) for skill in player.skills)
        return figures - self.ag * (player.ag - 3) + skilled - self.risk * precious(player)


def precious(player: Player) -> float:
    """How much would be lost with a player, beyond what any lineman can do: speed, hands, skills."""
    special = 0.0 if any(word in EXPENDABLE for word in player.keywords) else 4.0
    return special + 0.5 * max(0, player.ma - 6) + 0.2 * len(player.skills)


HOLD = Job(st=2.0, av=1.0, ma=-0.3, skills=STAYS_UP | PLAYS_BALL, risk=1.5)  # the line, while the others hit first
STRIKE = Job(st=2.0, av=0.7, ma=-0.3, skills=HITS | PLAYS_BALL, risk=0.5)  # the line, when it is ours to hit
SWING = Job(skills={CHAIN: 10.0})  # the end of it
SCREEN = Job(st=0.7, av=0.5, ma=0.3, skills=STAYS_UP | PLAYS_BALL, risk=0.5)  # in the way, where one of them may be hit
WING = Job(st=0.5, av=0.5, ma=0.5, skills=STAYS_UP | PLAYS_BALL, risk=0.7)  # the same where the crowd is near
COVER = Job(ma=0.6, ag=0.5, st=0.3, skills=CATCHES_UP)  # behind it, to go wherever they break through
HANDS = Job(ma=0.8, ag=2.0, st=-0.3, skills=HANDLES)  # under the ball
CARRY = Job(ma=0.8, st=0.4, ag=0.4, av=0.2, skills=CARRIES)  # away with the ball
RUN = Job(ma=0.6, ag=0.8, skills=RUNS)  # ahead with it or for it
DASH = Job(ma=1.5, ag=1.0, skills=RUNS)  # the same in one turn
BLITZ = Job(ma=0.6, st=1.2, av=0.2, skills=CHARGES)  # free to go for anybody
ESCORT = Job(ma=0.4, st=0.6, av=0.4, skills=GUARDS)  # round the ball
