"""Blood Bowl, Third Season: what this edition plugs into the rules that editions share."""

from engine.campaign import firing
from engine.core.errors import BadInput
from engine.core.ruling import Rulings
from engine.rules import figures, injury, match, modifiers, rolls
from engine.rules.actions import ACTIONS
from engine.rules.edition import Edition, LineUp
from engine.rules.foul import sees_doubles
from engine.rules.halves import BOUGHT, who_kicks
from engine.rules.kickoff import BRILLIANT_COACHING
from engine.rules.passing import interception, throw_ball
from engine.rules.rolls import LEADER
from engine.rules.ruleset import blood_bowl
from engine.rules.tables import dice_table
from engine.rules.team_rules import TEAM_RULES
from engine.rules.teammates import hurl
from engine.rules.teams.characteristics import characteristics
from engine.rulesets.bb2025 import captain, halves, mascot, prayers
from engine.rulesets.bb2025.campaign import CAMPAIGN, KEY, MATCHED_PLAY, POINTS
from engine.rulesets.bb2025.events import EVENTS, IN_A_CHARGE, MARKS
from engine.rulesets.bb2025.securing import SECURE
from engine.rulesets.bb2025.staff import INDUCEMENTS
from engine.rulesets.bb2025.stalling import note_chance, stalling
from engine.skills.catalogue import ORDER, SKILLS

EDITION = Edition(
    key=KEY,
    data=KEY,
    pitch=figures.pitch(KEY),
    turns=8,
    line_up=LineUp(size=11, on_the_line=3, in_a_wide_zone=2),
    characteristics=characteristics(KEY),
    range_modifiers=figures.range_modifiers(KEY),
    throw_team_mate_ranges=("Q", "S"),
    weather=dice_table(KEY, "weather"),
    kick_off=dice_table(KEY, "kick_off_event"),
    kick_off_events=EVENTS,
    kick_off_players=3,
    kick_off_actions=IN_A_CHARGE,
    drive_marks=MARKS,
    actions=(*ACTIONS, SECURE),
    # Those that are lost soonest come first; a mascot before them all: where it fails, another may be used.
    reroll_sources=(
        mascot.MASCOT.key,
        captain.PROVEN_MASCOT.key,
        BRILLIANT_COACHING.key,
        LEADER.key,
        halves.COOKED.key,
        halves.TRAINING.key,
        BOUGHT.key,
    ),
    more_tables={prayers.PRAYERS.key: dice_table(KEY, "prayers_to_nuffle")},
    injuries=figures.injuries(KEY),
    casualties=dice_table(KEY, "casualty"),
    lasting_injuries=dice_table(KEY, "lasting_injury", row="characteristic"),
    star_player_points=POINTS,
    skills=SKILLS,
    effects={**{each.key: each for each in (*captain.SKILLS, *prayers.SKILLS)}, **INDUCEMENTS, **TEAM_RULES},
    given=[each.key for each in prayers.SKILLS],
    order=ORDER,
    settled={},
    modifiers=modifiers.STANDARD,
    agility_target=rolls.agility_target,
    passing_target=rolls.passing_target,
    meets=rolls.reaches_target,
    armour_target=injury.armour_target,
    throw_ball=throw_ball,
    interfere=interception,
    throw_player=hurl,
    referee_sees=sees_doubles,
    rerolls_of_half=halves.rerolls_of_half,
    may_use_team_reroll=rolls.may_use_team_reroll,
    use_team_reroll=mascot.use_team_reroll,
    suffer_casualty=injury.suffer_casualty,
    before_match=(match.fans, match.weather, match.staff, prayers.pray, who_kicks),
    start_half=halves.start_half,
    before_activation=note_chance,
    after_activation=stalling,
)


def check_rulings(rulings: Rulings) -> None:
    """Refuse choices that cannot hold together."""
    if contradiction := firing.conflicts(rulings):
        raise BadInput(contradiction)


BB2025 = blood_bowl(
    EDITION,
    title="Blood Bowl 2025",
    version="3",
    earlier_versions={"1": "1.0", "2": "1.1"},
    check_rulings=check_rulings,
    profile_words={
        "official": "The rule book with the publisher's errata and answers; what they leave open is read as the guides agree.",
        "jervis": "The decisions in Jervis's first notes on the base rules; the official answers where they are silent.",
        "fumbbl-guide": "The rules as written, as FUMBBL's guide understands them; the official answers where it is silent.",
        "fumbbl-house": "FUMBBL's guide with the house rules it prints; where it is silent, as the game client plays.",
        "fumbbl-client": "As FUMBBL's game client is reported to play, also where its guide describes another order.",
        "naf": "What the NAF is reported to rule at its tournaments; the official answers elsewhere.",
    },
    campaign=CAMPAIGN,
    matched=MATCHED_PLAY,
)
