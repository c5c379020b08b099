"""The list of a team for matched play: players with an added skill, staff, and inducements for every match (Core pp.108-115)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.campaign.autopilot import ROLES
from engine.campaign.club import Club
from engine.campaign.draft_list import CHECKS as LIST_CHECKS
from engine.campaign.draft_list import DraftList, Recruit, bill_of
from engine.campaign.drafting import Document, DraftRules, Settings
from engine.campaign.entries import Entry
from engine.campaign.matched.allowance import RULE, SkillBill, access, elites, open_skills, same_elite, skill_bill
from engine.campaign.prematch import TEMPORARY, staff_fits
from engine.campaign.refusal import Refusal, with_article
from engine.core.ruling import Rulings
from engine.rules.teams import hiring, pages
from engine.rules.teams.learning import hindrance
from engine.rules.teams.rosters import RosterPosition, skill_categories, skill_entries
from engine.rules.teams.sheet import PRO

if TYPE_CHECKING:
    from engine.campaign.record import Campaign

MOST_OF_ONE = 99  # inducements of a list that may still be wrong


class MatchedDraft(DraftRules):
    """The document has a skill for each player, and inducements."""

    fields: Mapping[str, tuple[type, ...]] = {"inducements": (dict,)}
    of_player: Mapping[str, type] = {"skill": str}
    keeps_rest = False

    def blank(self, roster: str) -> dict[str, Any]:
        return {**super().blank(roster), "inducements": {}}

    def read(self, document: Document, settings: Settings) -> DraftList:
        drafted = super().read(document, settings)
        known = {"", *skill_categories(self.campaign.data)}
        for each in document.get("players", []):
            if each.get("skill", "") not in known:
                sentence = f"There is no skill {each['skill']!r} that can be added."
                raise self.campaign.refusal("no-such-skill", sentence, RULE)
        inducements = document.get("inducements", {})
        _check_readable(self.campaign, inducements)
        skills = (each.get("skill", "") for each in document.get("players", []))
        recruits = tuple(replace(each, skill=skill) for each, skill in zip(drafted.recruits, skills, strict=True))
        wanted = {key: number for key, number in inducements.items() if number}
        return replace(drafted, recruits=recruits, inducements=wanted)

    def skills(self, document: Document) -> SkillBill:
        drafted = self.read(document, {})
        return skill_bill(self.campaign.data, drafted.roster, _added(drafted))

    def open_skills(self, position: RosterPosition) -> dict[str, list[str]]:
        return open_skills(self.campaign.data, position)

    def for_sale(self, roster: str) -> dict[str, int]:
        """What the shelf has for a roster: how many of each, at most. Who the team is favoured of is seen to later."""
        found = self.campaign.rosters[roster]
        known = hiring.inducements(self.campaign.data)
        sheet = {"league": next(iter(found.leagues), ""), "favoured_of": next(iter(found.favoured_of), "")}
        able = [key for key in known if not _unfit(self.campaign, found, sheet, key, 1)]
        return {key: known[key].figure("max", found) for key in able}

    def found(self, document: Document, settings: Settings, rulings: Rulings | None = None) -> list[Entry]:
        rows, drafted = super().found(document, settings, rulings), self.read(document, settings)
        return [*rows, *_skill_rows(drafted), *_inducement_rows(drafted), *_rest(drafted)]

    def standard(self, roster: str, purse: int | None = None) -> dict[str, Any]:
        """The usual list without fans that would have to be paid, and the skills that standing orders would choose."""
        made = super().standard(roster, purse)
        made["fans"] = self.campaign.words.fans.at_start
        return {**made, "inducements": {}, "players": self._taught(roster, made)}

    def _taught(self, roster: str, made: Document) -> list[dict[str, Any]]:
        """Primary skills for those who cost the most, as far as the points go."""
        positions = self.campaign.rosters[roster].positions
        taught = [{**each, "skill": ""} for each in made["players"]]
        for each in sorted(taught, key=lambda each: -positions[each["position"]].cost):
            for skill in self._wished(positions[each["position"]]):
                each["skill"] = skill
                if not any(problem.code in SKILL_CODES for problem in self.problems({**made, "players": taught}, {})):
                    break
                each["skill"] = ""
        return taught

    def _wished(self, position: RosterPosition) -> list[str]:
        wishes = self.campaign.orders.standard["skills"]
        role = next((role for role in ROLES if role in position.keywords and role in wishes), "")
        able = self.open_skills(position)["primary"]
        return [skill for skill in wishes.get(role, ()) if skill in able]


def _added(drafted: DraftList) -> list[tuple[RosterPosition, str]]:
    return [(each.position, each.skill) for each in drafted.recruits if each.skill]


def added_skills(club: Club) -> SkillBill:
    """The skill points that a team has spent."""
    added = [(member.position, skill) for member in club.listed for skill in member.skills]
    return skill_bill(club.campaign.data, club.roster, added)


# What cannot be read -----------------------------------------------------------------------------------------------------


def _check_readable(campaign: "Campaign", inducements: Mapping[str, Any]) -> None:
    known = hiring.inducements(campaign.data)
    for key, number in inducements.items():
        if key not in known:
            raise campaign.refusal("no-such-inducement", f"There is no inducement {key!r}.", pages.INDUCEMENTS)
        if type(number) is not int or not 0 <= number <= MOST_OF_ONE:
            sentence = f"{known[key].name}: a number from 0 to {MOST_OF_ONE}."
            raise campaign.refusal("bad-number", sentence, pages.INDUCEMENTS)


# Problems ----------------------------------------------------------------------------------------------------------------


def _skills(drafted: DraftList) -> Iterator[Refusal]:
    """Each added skill is one that its player can have."""
    for each in drafted.recruits:
        if each.skill:
            yield from _unable(drafted, each)


def _unable(drafted: DraftList, who: Recruit) -> Iterator[Refusal]:
    data, name = drafted.campaign.data, str(skill_entries(drafted.campaign.data)[who.skill]["name"])
    pro = {PRO} if drafted.captain == who.number else set()
    own = {*who.position.skills, *pro}
    if who.skill in own:
        yield drafted.refusal("has-skill", f"{who.name} has {name} already.", pages.SKILLS)
    elif not access(data, who.position, who.skill):
        category = skill_categories(data)[who.skill]
        sentence = f"{with_article(who.position.name)} cannot add {name}: {category} skills are closed to it."
        yield drafted.refusal("no-access", sentence, RULE)
    elif found := hindrance(data, who.skill, own, drafted.rulings):
        yield Refusal(found.code, f"{who.name}: {found.words}.", found.rule)


def _points(drafted: DraftList) -> Iterator[Refusal]:
    owed = skill_bill(drafted.campaign.data, drafted.roster, _added(drafted))
    if owed.left < 0:
        sentence = f"The skills cost {owed.spent} points, and a team of tier {owed.tier} has {owed.points}."
        yield drafted.refusal("skill-points", sentence, RULE)
    if owed.secondaries > owed.most_secondaries:
        most = f"a team of tier {owed.tier} adds at most {owed.most_secondaries}"
        yield drafted.refusal("secondary-skills", f"{owed.secondaries} are secondary skills; {most}.", RULE)


def _elites(drafted: DraftList) -> Iterator[Refusal]:
    data = drafted.campaign.data
    most = same_elite(data)
    for skill, number in elites(data, (skill for _, skill in _added(drafted))).items():
        if number > most:
            name = skill_entries(data)[skill]["name"]
            sentence = f"{name} is an elite skill: a team adds it at most {most} times, not {number}."
            yield drafted.refusal("elite-skill", sentence, RULE)


def _inducements(drafted: DraftList) -> Iterator[Refusal]:
    sheet = {"league": drafted.league, "favoured_of": drafted.favoured_of}
    for key, number in drafted.inducements.items():
        if words := _unfit(drafted.campaign, drafted.roster, sheet, key, number):
            yield drafted.refusal("not-for-sale", f"{words}.", pages.INDUCEMENTS)


def _temporary_staff(drafted: DraftList) -> Iterator[Refusal]:
    """Beside the staff of the list, as far as the league's ruling lets them."""
    rulings = drafted.rulings
    if rulings is None:
        return
    fits = rulings.effect(staff_fits)
    for key, what in TEMPORARY.items():
        number = drafted.inducements.get(key, 0)
        if number and not fits(drafted.staff[what] + number, drafted.most[what]):
            known, rule = drafted.campaign.words.inducements[key], rulings.id_of(staff_fits.point)
            sentence = (
                f"{known.counted(number)} and {drafted.staff[what]} of the list are more than {drafted.most[what]}."
            )
            yield drafted.refusal("not-for-sale", sentence, rule)


def _unfit(campaign: "Campaign", roster: Any, sheet: Mapping[str, str], key: str, number: int) -> str:
    """Why a list cannot have so many of an inducement. Whoever has a price of his own is hired for a single match."""
    wanted = hiring.inducements(campaign.data)[key]
    if wanted.figure("cost", roster) is None:
        return f"{wanted.name} are no part of a list for matched play"
    return hiring.hindrance(campaign.data, roster, dict(sheet), key, number)


SKILL_CODES = ("has-skill", "no-access", "excluded", "requires", "skill-points", "secondary-skills", "elite-skill")
CHECKS = (*LIST_CHECKS, _skills, _points, _elites, _inducements, _temporary_staff)


# Rows --------------------------------------------------------------------------------------------------------------------


def _skill_rows(drafted: DraftList) -> Iterator[Entry]:
    for id, each in enumerate(drafted.recruits, start=1):
        if each.skill:
            bill = skill_bill(drafted.campaign.data, drafted.roster, [(each.position, each.skill)])
            data = {"skill": each.skill, "points": bill.spent}
            yield Entry("taught", id, data=data, rule=drafted.campaign.cite(RULE))


def _inducement_rows(drafted: DraftList) -> Iterator[Entry]:
    if drafted.inducements:
        cost = sum(line.total for line in bill_of(drafted).lines if line.what in drafted.inducements)
        data = {"bought": dict(drafted.inducements)}
        yield Entry("stocked", gold=-cost, data=data, rule=drafted.campaign.cite(pages.INDUCEMENTS))


def _rest(drafted: DraftList) -> Iterator[Entry]:
    """Money that is not spent is lost."""
    if left := bill_of(drafted).left:
        yield Entry("unspent", gold=-left, rule=drafted.campaign.cite(RULE))
