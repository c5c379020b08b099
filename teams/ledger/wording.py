"""A sentence for every kind of row that a team's books can hold."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.campaign import READY, REVOKED, Campaign, Entry, Roster

POINTS = "Star Player Points"
STAFF = {
    "rerolls": ("team re-roll", "team re-rolls"),
    "assistant_coaches": ("assistant coach", "assistant coaches"),
    "cheerleaders": ("cheerleader", "cheerleaders"),
    "apothecary": ("apothecary", "apothecaries"),
    "fans": ("dedicated fan", "dedicated fans"),
}


@dataclass(slots=True)
class Telling:
    """What the sentences so far have introduced: the team's list, and who its players are."""

    campaign: Campaign
    roster: Roster
    names: dict[int, str] = field(default_factory=dict)
    said: dict[int, str] = field(default_factory=dict)  # by the numbers of the rows, where they are known

    def tell(self, row: Entry, number: int | None = None, *, stands: bool = True) -> str:
        """The row in words. Rows are told in their order, because names change, unless a change was taken back."""
        if row.kind == "signed":
            self.learn(row)
        sentence = WORDS[row.kind](row, self)
        if row.kind == "renamed" and stands:
            self.learn(row)
        if number is not None:
            self.said[number] = sentence
        return sentence

    def learn(self, row: Entry) -> None:
        """The name that a row gives to a player."""
        self.names[row.member or 0] = row.data["name"]

    def who(self, row: Entry) -> str:
        return self.names[row.member or 0]

    def skill(self, key: str) -> str:
        return self.campaign.words.skill_title(key)


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def _listed(words: Iterable[str], joined: str = "and") -> str:
    *first, last = words
    return f"{', '.join(first)} {joined} {last}" if first else last


# Players ------------------------------------------------------------------------------------------------------------------


def _signed(row: Entry, telling: Telling) -> str:
    position = telling.roster.positions[row.data["position"]].name
    how = {
        "drafted": "was drafted",
        "hired": "was hired",
        "journeyman": "joined as a journeyman",
        "raised": "rose from the dead and joined for nothing",
    }[row.data["how"]]
    return f"{telling.who(row)}, {position}, number {row.data['number']}, {how}."


def _kept(row: Entry, telling: Telling) -> str:
    return f"{telling.who(row)}, so far a journeyman, signed for good."


def _left(row: Entry, telling: Telling) -> str:
    how = {
        "dead": "was eaten" if row.data.get("injury") == "eaten" else "died of an injury",
        "gone": "deserted the team" if row.rolls else "had served as a journeyman and moved on",
        "fired": "was fired",
        "released": "was not kept for the next season",
    }[row.data["how"]]
    return f"{telling.who(row)} {how}."


def _renamed(row: Entry, telling: Telling) -> str:
    old, new, number = telling.who(row), row.data["name"], row.data["number"]
    return f"{old} now wears number {number}." if old == new else f"{old} is now called {new}, number {number}."


def _captain(row: Entry, telling: Telling) -> str:
    worth = row.data.get("value", 0)
    paid = f" Pro comes with the title: value {worth:+}k." if worth else ""
    if row.member:
        return f"{telling.who(row)} was named captain.{paid}"
    former = telling.names.get(row.data.get("former") or 0)
    keeps = ", and keeps Pro" if row.data.get("keeps_pro") else ""
    return f"{former} is no longer captain{keeps}.{paid}" if former else "The team has no captain this season."


def _rehired(row: Entry, telling: Telling) -> str:
    return f"{telling.who(row)} was signed again; {row.data.get('fee', 0)}k of it are the agent's."


# Points and injuries ------------------------------------------------------------------------------------------------------


def _points(row: Entry, telling: Telling) -> str:
    if row.data.get("credits"):
        return f"{telling.who(row)} was credited with a touchdown of the concession: {row.spp} {POINTS}."
    return f"{telling.who(row)} earned {row.spp} {POINTS}."


def _mvp(row: Entry, telling: Telling) -> str:
    nominees = _count(len(row.data["nominees"]), "nominee")
    return f"{telling.who(row)} was named most valuable player of {nominees}: {row.spp} {POINTS}."


def _rolled(row: Entry, telling: Telling) -> str:
    price = f"for {-row.spp} {POINTS}"
    if "skills" in row.data:
        offered = _listed(map(telling.skill, dict.fromkeys(row.data["skills"])), "or")
        return f"The dice offered {telling.who(row)} {offered} {price}."
    able = [each.upper() for each in row.data["characteristics"]]
    return f"The dice offered {telling.who(row)} {_listed([*able, 'any skill'], 'or')} {price}."


def _advanced(row: Entry, telling: Telling) -> str:
    skill = row.data.get("skill")
    gain = f"learned {telling.skill(skill)}" if skill else f"improved {row.data['characteristic'].upper()}"
    price = f" for {-row.spp} {POINTS}" if row.spp else ""
    return f"{telling.who(row)} {gain}{price}: value +{row.data['value']}k."


def _hurt(row: Entry, telling: Telling) -> str:
    injury = row.data.get("result", "injury").replace("-", " ")
    marks = [f"lost 1 {row.data['lost'].upper()}"] if row.data.get("lost") else []
    marks += ["has a niggling injury"] if row.data.get("niggling") else []
    marks += ["misses the next match"] if row.data["misses_next"] else []
    return f"{telling.who(row)} was hurt ({injury}): {_listed(marks or ['nothing lasting'])}."


def _healed(row: Entry, telling: Telling) -> str:
    data = row.data
    if not data.get("made", True):
        return f"{telling.who(row)} did not get over {RECOVERIES[data['tried']]}."
    cures = ["is fit again"] if data.get("available") else []
    cures += (
        [f"got over {_count(data['niggling'], 'niggling injury', 'niggling injuries')}"] if data.get("niggling") else []
    )
    cures += [f"regained 1 {data['characteristic'].upper()}"] if "characteristic" in data else []
    cures += [f"no longer hates {_players([data['hatred']])}"] if "hatred" in data else []
    return f"{telling.who(row)} {_listed(cures)}."


RECOVERIES = {
    "niggling_injury": "a niggling injury",
    "hatred_gained": "an old hatred",
    "temporarily_retired_reduction": "a lasting injury",
}


def _grudge(row: Entry, telling: Telling) -> str:
    if not row.data["keywords"]:
        return f"{telling.who(row)} bears no grudge."
    return f"{telling.who(row)} wants to get even with {_players(row.data['keywords'])}."


def _players(keywords: Iterable[str]) -> str:
    """Those of a keyword: Orc players."""
    return f"{_listed((keyword.replace('-', ' ').title() for keyword in keywords), 'or')} players"


def _hates(row: Entry, telling: Telling) -> str:
    return f"{telling.who(row)} hates {_players([row.data['keyword']])} from now on."


# Matches, money and staff -------------------------------------------------------------------------------------------------


def _played(row: Entry, telling: Telling) -> str:
    counts = "" if row.data.get("counts", 1) else " It does not count for the money of the re-draft."
    serves = "" if row.data.get("serves", True) else " Whoever had to miss it misses the next one."
    return f"{OUTCOMES[row.data['outcome']]} {_scored(row)}.{counts}{serves}"


def _friendly(row: Entry, telling: Telling) -> str:
    return f"Played a friendly match {_scored(row)}."


OUTCOMES = {"win": "Won", "draw": "Drew", "loss": "Lost"}


def _scored(row: Entry) -> str:
    against = f" against {row.data['opponent']}" if row.data.get("opponent") else ""
    return f"{':'.join(map(str, row.data['score']))}{against}"


def _winnings(row: Entry, telling: Telling) -> str:
    if "attendance" not in row.data:
        return "Winnings of a match that the other side did not play."
    stalled = "with stalling" if row.data["stalled"] else "no stalling"
    touchdowns = _count(row.data["touchdowns"], "touchdown")
    return f"Winnings: fan factors of {row.data['attendance']} together, {touchdowns}, {stalled}."


def _inducements(row: Entry, telling: Telling) -> str:
    return f"Inducements for the match, worth {row.data['cost']}k: {_bought(row, telling)}."


def _stocked(row: Entry, telling: Telling) -> str:
    return f"Inducements for every match: {_bought(row, telling)}."


def _bought(row: Entry, telling: Telling) -> str:
    known = telling.campaign.words.inducements
    named = [(number, known[key].named(number)) for key, number in row.data["bought"].items()]
    return _listed(f"{number} × {name}" if number > 1 else name for number, name in named)


def _mistake(row: Entry, telling: Telling) -> str:
    return {
        "averted": "An expensive mistake was averted.",
        "minor": "Expensive mistake: a minor incident.",
        "major": "Expensive mistake: a major incident.",
        "catastrophe": "Expensive mistake: a catastrophe.",
    }[row.data["result"]]


def _staff(row: Entry, telling: Telling) -> str:
    what, by = row.data["what"], row.data["by"]
    if what == "trophy":
        return "The champion's trophy brought a re-roll." if by > 0 else "The trophy went on, and its re-roll with it."
    if what == "fans" and not row.gold:
        return (
            f"{_count(abs(by), *STAFF[what])} {'came' if by > 0 else 'left'}."
            if by
            else "Nobody joined or left the fans."
        )
    if not by:
        return f"Paid for the {STAFF[what][1]} the team keeps."
    if row.gold and by < 0:  # a re-draft buys everything anew
        return f"Paid for {STAFF[what][1]}, {-by} fewer than before."
    more = "more" if by > 0 else "fewer"
    return f"{_count(abs(by), *(f'{more} {name}' for name in STAFF[what]))}{_free(row, telling)}."


def _free(row: Entry, telling: Telling) -> str:
    """The fans of a new team are not all bought."""
    bought = -row.gold // telling.campaign.words.fans.price
    free = row.data["by"] - bought
    return f": {bought} bought, {free} for nothing" if row.data["what"] == "fans" and free > 0 else ""


def _correction(row: Entry, telling: Telling) -> str:
    whose = f", {telling.who(row)} {row.spp:+} {POINTS}" if row.member and row.spp else ""
    return f"Correction{whose}: {row.data['reason']}"


# The course of things -----------------------------------------------------------------------------------------------------


def _founded(row: Entry, telling: Telling) -> str:
    return f"The {telling.roster.name} team was founded with {row.gold}k to spend."


def _funds(row: Entry, telling: Telling) -> str:
    return f"The re-draft: {row.data['budget']}k to spend, of {row.data['raised']}k raised."


def _step(row: Entry, telling: Telling) -> str:
    to = row.data["to"]
    return "The team is ready for its next match." if to == READY else f"On to: {telling.campaign.steps.names[to]}."


def _revoked(row: Entry, telling: Telling) -> str:
    said = [telling.said[number] for number in row.data["rows"] if number in telling.said]
    return f"Taken back: {' '.join(said)}" if said else "The last move was taken back."


def _recounted(row: Entry, telling: Telling) -> str:
    changes = [f"{row.data[what]:+} {what}" for what in ("played", "won", "drawn") if row.data[what]]
    return f"The record of this season was changed by a decision: {', '.join(changes)}."


WORDS: dict[str, Callable[[Entry, Telling], str]] = {
    "founded": _founded,
    "signed": _signed,
    "kept": _kept,
    "left": _left,
    "stayed": lambda row, telling: f"{telling.who(row)} thought of leaving and stayed.",
    "renamed": _renamed,
    "staff": _staff,
    "captain": _captain,
    "played": _played,
    "recounted": _recounted,
    "friendly": _friendly,
    "winnings": _winnings,
    "points": _points,
    "mvp": _mvp,
    "hurt": _hurt,
    "healed": _healed,
    "grudge": _grudge,
    "hates": _hates,
    "retired": lambda row, telling: f"{telling.who(row)} was retired for the rest of the season.",
    "rolled": _rolled,
    "advanced": _advanced,
    "taught": lambda row, telling: (
        f"{telling.who(row)} came with {telling.skill(row.data['skill'])}, for {_count(row.data['points'], 'skill point')}."
    ),
    "stocked": _stocked,
    "unspent": lambda row, telling: "What was left of the budget was lost.",
    "mistake": _mistake,
    "inducements": _inducements,
    "prize": lambda row, telling: "Prize money at the end of the season.",
    "correction": _correction,
    "step": _step,
    "season": lambda row, telling: "A new season began.",
    "funds": _funds,
    "rehired": _rehired,
    REVOKED: _revoked,
}
