"""The final action of a fallen player's character (QW-31)."""

from __future__ import annotations

from agonist.kernel import Ask, Choice, Contest, Field, Fields, Option, Procedure

from .advantage import change, returns
from .consequences import suffer
from .contestants import Contestant
from .events_of_actions import FinalAction, FinalActionEnds
from .events_of_fortune import total
from .offers import WORDS, ability_form, own_abilities
from .opposed import opposed
from .ratings import Rating
from .results import Level
from .rollers import against, using
from .states import GroupState
from .tables import EIGHTHS, degree_of, portion


def may_try(state: GroupState, who: Contestant) -> bool:
    """QW-31: players only, once, not when dying, free from attention, with a hero point and a comrade still in."""
    free = not who.dying and not who.attention and who.final_action == "now"
    return who.player and free and who.hero_points > 0 and bool(state.comrades(who))


def offer_final_action(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-31: a simple contest of an ability against the number of AP below 0."""
    state = contest.state
    if not may_try(state, who):
        return
    answer = yield Ask(
        who.seat,
        "final action",
        lambda: _form(who),
        "QW-31",
        f"{who.name}, you are down at {total(who.ap)} AP. Do you try a final action?",
        f"{who.name} may try a final action.",
        who.name,
    )
    if answer == "no" or not who.hero_points:
        return
    who.hero_points -= 1
    who.final_action = "spent"
    ability, words = answer["with"]["ability"], answer["with"]["words"]
    depth = Rating(max(0, -who.ap))
    contest.report(FinalAction(who.name, ability, str(depth), words))
    clash = yield from opposed(contest, using(who, ability), against(depth, "The odds"))
    level = clash.level(state.options.better_roll)
    contest.report(FinalActionEnds(who.name, level.word, level.victory))
    yield from _result(contest, who, level)


def _form(who: Contestant) -> Choice:
    parts = (
        Field("words", "What you do", WORDS),
        Field("ability", "Ability", ability_form(who, own_abilities(who))),
    )
    try_it = Option("try", "Spend a hero point on a final action", rule="QW-31", then=Fields(parts))
    return Choice((Option("no", "Stay down"), try_it), "no")


def share_of_start(level: Level, starting: int) -> int:
    """QW-31: ⅛, ¼, ½ or all of the starting AP by degree."""
    return portion(starting, EIGHTHS[level.degree], 8)


def _result(contest: Contest[GroupState], who: Contestant, level: Level) -> Procedure[None]:
    """QW-31: back in with a share of the starting AP (at least 1), or further down; earlier consequences stay."""
    if level == Level.TIE:
        return
    share = share_of_start(level, who.starting_ap)
    if level.victory:
        returns(who)
        change(contest, who, max(1, share) - who.ap, "QW-31")
        return
    change(contest, who, -share, "QW-31")
    degree = degree_of(who.ap)
    if who.level != Level.of(degree, victory=False):
        who.level = Level.of(degree, victory=False)
        yield from suffer(contest, who, degree)
