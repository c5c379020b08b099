"""A team's life between matches in Blood Bowl, Third Season."""

from engine.campaign import (
    advancement,
    autopilot,
    captain,
    draft_list,
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
