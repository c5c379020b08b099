"""Rules of the book that a team sheet and a team's ledger rest on."""

from engine.rules.tables import Page

SQUAD, POSITIONS = Page("squad"), Page("positions")
CAPTAIN, JOURNEYMEN = Page("captain"), Page("journeymen")
SKILLS, TRAITS, CHARACTERISTICS = Page("skills"), Page("traits"), Page("characteristics")
INDUCEMENTS, MERCENARIES, ROOKIES, PRAYERS = Page("inducements"), Page("mercenaries"), Page("rookies"), Page("prayers")
