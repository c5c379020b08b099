"""Every skill and trait by its key, from the modules of the categories."""

from engine.core.hooks import Skill
from engine.skills import (
    agility,
    general,
    traits,
)

MODULES = (
    agility,
    general,
    traits,
)
SKILLS: dict[str, Skill] = {skill.key: skill for module in MODULES for skill in module.SKILLS}
