"""Every skill and trait by its key, from the modules of the categories."""

from engine.core.hooks import Skill
from engine.skills import (
    agility,
    devious,
    footwork,
    fouling,
    general,
    mutation,
    passing,
    punts,
    pushing,
    shadowing,
    strength,
)
from engine.skills.traits import (
    activation,
    ball_and_chain,
    bloodlust,
    bombs,
    character,
    dirty_tricks,
    health,
    kick_team_mate,
    size,
    special_actions,
    throw_team_mate,
)

MODULES = (
    *(agility, devious, footwork, fouling, general, mutation, passing, punts, pushing, shadowing, strength),
    *(
        activation,
        ball_and_chain,
        bloodlust,
        bombs,
        character,
        dirty_tricks,
        health,
        kick_team_mate,
        size,
        special_actions,
        throw_team_mate,
    ),
)
SKILLS: dict[str, Skill] = {skill.key: skill for module in MODULES for skill in module.SKILLS}

# Who goes first where several skills listen at one point; those not named come last, by player.
ORDER: dict[str, tuple[str, ...]] = {
    "on-declare": (
        *("animal-savagery", "bloodlust", "bone-head", "really-stupid", "take-root", "unchannelled-fury"),
        "jump-up",
    ),
    "left-square": ("fumblerooski", "shadowing"),
    "arrived": ("fumblerooski", "shadowing"),
    "before-pass": ("bloodlust", "animosity", "on-the-ball"),
    "before-special": ("foul-appearance", "dump-off", "trickster"),
    "before-block": ("foul-appearance", "dump-off", "dauntless"),
    "after-choice": ("wrestle", "block", "dodge"),
    "before-follow-up": ("fend", "taunt", "frenzy"),
    "before-fall": ("steady-footing", "saboteur"),
    "before-scatter": ("bullseye", "swoop"),
    "before-push": ("grab", "sidestep"),
    "after-block": ("frenzy", "pile-driver", "hit-and-run"),
}
