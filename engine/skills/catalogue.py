"""Every skill and trait by its key, from the modules of the categories."""

from engine.core.hooks import Skill
from engine.skills import agility, general

SKILLS: dict[str, Skill] = {skill.key: skill for module in (agility, general) for skill in module.SKILLS}
