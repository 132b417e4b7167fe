"""The final action of a fallen player's character (QW-31)."""

from __future__ import annotations

from typing import Any

from agonist.kernel import (
    GM,
    Answer,
    Ask,
    Choice,
    Contest,
    Event,
    Procedure,
)
from agonist.tabletop import Deed, Told, agreed, deeds, done, listed, minus

from ...chassis.ratings import Rating
from ..clash.opposed import opposed
from ..clash.rollers import Asks, against, using
from ..people.consequences import change, returns, suffer
from ..people.contestants import Contestant
from ..people.states import GroupState
from ..plans.offers import Doing, ability_form, own_abilities
from ..plans.planning import allowed
from ..questions import question
from ..rolls.results import EIGHTHS, Level, portion


def could_try(who: Contestant) -> bool:
    """QW-31: a fallen player's character, once in a contest, not when dying, with a hero point left."""
    able = who.player and not who.dying and who.hero_points > 0
    return able and who.status == "defeated" and who.final_action != "spent"


class TurnsAway(Told, frozen=True):
    """The last of a side are down, but the opposition looks elsewhere."""

    rule = "QW-31"
    says = "It is not over yet: the opposition turns away from {names}."
    names: str


def last_stand(contest: Contest[GroupState]) -> Procedure[bool]:
    """QW-31: when the last of a side falls and could still rise, the game master says whether the others turn away.

    Then the contest goes on into the next round for it: True while it does.
    """
    state = contest.state
    if state.turned_away:
        fallen = (state.find(name) for name in state.to_declare)
        return state.phase == "begin" or any(could_try(each) for each in fallen)
    hopeful = [each for each in state.contestants if could_try(each) and each.side not in state.sides_in()]
    if not hopeful:
        return False
    names = listed([each.name for each in hopeful])
    if not (yield from agreed(question("turn away", names=names))):
        return False
    state.turned_away, state.phase = True, "begin"
    state.busy, state.parts_left = "", []
    for each in hopeful:
        each.attention, each.final_action = False, "next-round"
    contest.report(TurnsAway, names)
    return True


def offer_final_action(contest: Contest[GroupState], who: Contestant) -> Procedure[None]:
    """QW-31: asked in the round after the fall; in later rounds it stands open while the others declare."""
    if who.final_action == "now" and could_try(who):
        answer = yield final_action_ask(who)
        who.final_action = "declined"
        yield from try_final_action(contest, who, answer)


def open_final_actions(state: GroupState) -> Asks:
    """QW-31: whoever declined one before can still try, before all have declared."""
    fallen = [each for each in state.contestants if each.final_action == "open" and could_try(each)]
    return {
        f"final action: {each.name}": final_action_ask(each, assume="no", interrupts=True, directed=True)
        for each in fallen
    }


def final_action_ask(who: Contestant, **window: Any) -> Ask:
    return question("final action", who, lambda: _form(who), **window, ap=minus(who.ap))


class FinalAction(Told, frozen=True):
    rule = "QW-31"
    says = "{name} spends a hero point on a final action: {ability} against {against}.{words:quoted}"
    name: str
    ability: str
    against: str
    words: str = ""


class FinalActionEnds(Event, frozen=True):
    rule = "QW-31"
    name: str
    level: str
    back: bool

    def text(self) -> str:
        end = "is back in the contest" if self.back else "stays down"
        return f"A {self.level}: {self.name} {end}."


def try_final_action(contest: Contest[GroupState], who: Contestant, answer: Answer) -> Procedure[None]:
    """QW-31: a simple contest of an ability against the number of AP below 0."""
    state = contest.state
    deed = done(answer, StayDown, Try)
    if not isinstance(deed, Try) or not who.hero_points or not (yield from _free(contest, who)):
        return
    who.hero_points -= 1
    who.final_action = "spent"
    depth = Rating(max(0, -who.ap))
    contest.report(FinalAction, who.name, deed.ability, str(depth), deed.words)
    clash = yield from opposed(contest, using(who, deed.ability), against(depth, "the odds"))
    level = state.level_of(clash)
    contest.report(FinalActionEnds, who.name, level.word, level.victory)
    yield from _result(contest, who, level)


def _free(contest: Contest[GroupState], who: Contestant) -> Procedure[bool]:
    """QW-31: free from attention is whom nobody has targeted since the fall; of others the game master is asked."""
    if not who.attention:
        return True
    return (yield from allowed(contest, who, "try a final action", question("attention", who, by=GM)))


class StayDown(Deed, frozen=True):
    key, label = "no", "Stay down"


class Try(Doing, frozen=True):
    key, label, rule = "try", "Spend a hero point on a final action", "QW-31"


def _form(who: Contestant) -> Choice:
    tries = Try.offered(ability=ability_form(who, own_abilities(who)))
    return deeds([StayDown.offered(), tries], StayDown.key)


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
        contest.state.risen.append(who.name)
        change(contest, who, max(1, share) - who.ap, "QW-31")
        return
    change(contest, who, -share, "QW-31")
    degree = contest.state.options.house.degree_of(who.ap)
    if who.level != Level.of(degree, victory=False):
        who.level = Level.of(degree, victory=False)
        yield from suffer(contest, who, degree)
