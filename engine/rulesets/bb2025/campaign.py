"""A team's life between matches in Blood Bowl, Third Season."""

from engine.campaign import (
    advancement,
    autopilot,
    captain,
    draft_list,
    drafting,
    firing,
    hiring,
    mvp,
    postmatch,
    prematch,
    report_checks,
    report_result,
    season,
    sequence,
    sheets,
    steps,
    striking,
    value,
)
from engine.campaign.log import LOG
from engine.campaign.matched import allowance, matches
from engine.campaign.matched.draft import CHECKS as MATCHED_CHECKS
from engine.campaign.matched.draft import MatchedDraft, added_skills
from engine.campaign.plays import LEAGUE, MATCHED
from engine.campaign.record import Campaign, Choices, Postmatch, Prematch, Reports, Season, Steps, Value
from engine.campaign.report import ReportForm
from engine.campaign.scenario.script import TeamScript
from engine.rules import figures
from engine.rulesets.bb2025 import prayers

KEY = "bb2025"  # of the edition, and the folder of its data
POINTS = figures.star_player_points(KEY, prayers.EXTRA_POINTS)

CAMPAIGN = Campaign(
    key=KEY,
    data=KEY,
    play=LEAGUE,
    costs={},
    drafting=drafting.DraftRules,
    staff=draft_list.NAMES,
    steps=Steps(names=steps.NAMES, parts=steps.PARTS, in_order=sequence.in_order, checks=sequence.CHECKS),
    actions={
        **mvp.ACTIONS,
        **advancement.ACTIONS,
        **hiring.ACTIONS,
        **firing.ACTIONS,
        **captain.ACTIONS,
        **sequence.ACTIONS,
    },
    log=LOG,
    autopilot=autopilot.REQUESTS,
    value=Value(team=value.team_value, current=value.current_value),
    choices=Choices(
        nominees=mvp.nominees,
        candidates=mvp.candidates,
        scorers=mvp.scorers,
        points=mvp.points,
        advancement_prices=advancement.prices,
        skills=advancement.options,
        must_advance=advancement.must_advance,
        staff_price=hiring.price_of,
        captains=captain.able,
        identity=autopilot.identity,
    ),
    check_list=draft_list.CHECKS,
    sheet=sheets.sheet,
    skills=sheets.no_added_skills,
    gained_skills=sheets.gained_skills,
    prematch=Prematch(
        journeymen=prematch.journeymen,
        budgets=prematch.budgets,
        basket=prematch.Basket,
        check_inducement=prematch.check_inducement,
        induce_both=prematch.induce_both,
    ),
    postmatch=Postmatch(record=postmatch.record, unplayed=postmatch.unplayed, forfeited=postmatch.forfeited),
    reports=Reports(form=ReportForm(KEY, POINTS), checks=report_checks.CHECKS, result=report_result.result_of),
    season=Season(
        end=season.end_season,
        rest=season.rest,
        funds=season.funds,
        sources=season.sources,
        bill=season.redraft_bill,
        problems=season.redraft_problems,
        redraft=season.redraft,
    ),
    undo=sequence.undo,
    correct=sequence.correct,
    strike=striking.strike,
    recount=striking.recount,
    scenario=TeamScript,
)

# A team that is drafted with all that it will ever have: every step in which a team changes is left out.
MATCHED_PLAY = CAMPAIGN.but(
    play=MATCHED,
    costs=allowance.costs(KEY),
    drafting=MatchedDraft,
    actions={"rename": sequence.rename},
    autopilot={},
    choices=CAMPAIGN.choices.but(captains=matches.no_captains),
    check_list=MATCHED_CHECKS,
    sheet=matches.sheet,
    skills=added_skills,
    prematch=CAMPAIGN.prematch.but(
        journeymen=matches.no_journeymen, budgets=matches.no_budgets, induce_both=matches.induce_both
    ),
    postmatch=Postmatch(record=matches.record, unplayed=matches.unplayed, forfeited=matches.forfeited),
    season=CAMPAIGN.season.but(end=matches.end_season, rest=matches.no_rest),
)
