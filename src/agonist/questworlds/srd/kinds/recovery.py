"""Recovery of resolve: single rolls against the base (QS-67, QS-69)."""

from __future__ import annotations

from typing import Annotated, Literal

from agonist.kernel import GM, OPEN, Ask, Choice, Contest, Event, Number, Option, Procedure
from agonist.tabletop import minus, picked, refuse, whose

from ...chassis.combatants import Left, Row
from ...chassis.people import check_named
from ..aftermath.effects import careers
from ..approach.rulings import tried_with
from ..approach.tactics import ability_form
from ..bots import CHAINED_BOTS
from ..clash.rollers import against, helping
from ..people.checks import check_scene
from ..people.contestants import WHOLE, Arena, Contestant
from ..people.options import ChainedOptions
from ..people.setup import RecoverySetup, scene
from ..questions import question
from ..single.contest_type import SrdContest, frame
from ..single.outcomes import SrdOutcome, finished
from .chained import RESOLVE_LEFT, regain, resolve_left, suffer


class RecoveryState(Arena, kw_only=True):
    """QS-67: who helps whom, and how much time is left."""

    options: Annotated[ChainedOptions, WHOLE]
    helper: Annotated[str, OPEN] = ""
    helped: Annotated[str, OPEN] = ""
    defeat: Annotated[Literal["time", "helper", "helped"], OPEN] = "time"
    length: Annotated[str, OPEN] = ""
    time: Annotated[int, OPEN] = 0
    before: int = 0


class TimePasses(Event, frozen=True):
    rule = "QS-67"
    length: str
    left: int
    ends: bool = False

    def text(self) -> str:
        if self.ends:
            return f"That takes {self.length}, and the recovery ends with it."
        rest = f"there is time for {self.left} more" if self.left else "there is no more time"
        return f"That takes {self.length}; {rest}."


class Recovery(SrdContest[RecoveryState]):
    name, title = "recovery", "Recovery"
    blurb = "Somebody is worn down, and somebody helps: roll by roll, as long as there is time."
    state_type, setup_type, options_type = RecoveryState, RecoverySetup, ChainedOptions
    bots = CHAINED_BOTS
    left_is = RESOLVE_LEFT

    def check(self, setup: RecoverySetup, options: ChainedOptions) -> None:
        check_scene(setup, options)
        names = [each.name for each in setup.contestants]
        for field in ("helper", "helped"):
            if not getattr(setup, field):
                refuse(f"Nobody is named as {field}.", ", ".join(names), f"set-up.{field}")
            check_named(getattr(setup, field), setup.contestants, f"set-up.{field}")
        if any(each.opposition for each in setup.contestants):
            refuse("A recovery has no opposition.", "opposition: false", "set-up.contestants")
        if any(each.resolve <= 0 for each in setup.contestants if each.name == setup.helper):
            refuse("At 0 or less one treats nobody (QS-67).", "somebody with resolve", "set-up.helper")
        if not 1 <= setup.time <= 50:
            refuse("There must be time for a roll.", "1 to 50", "set-up.time")

    def begin(self, setup: RecoverySetup, options: ChainedOptions) -> RecoveryState:
        state: RecoveryState = scene(RecoveryState, setup, options)
        state.before = state.find(setup.helped).resolve
        return state

    def turn(self, contest: Contest[RecoveryState]) -> Procedure[None]:
        """QS-67: until the helper stops, the start is reached, or time is up; not at all if one backed out (QS-19)."""
        state = contest.state
        if not state.framed:
            yield from frame(contest)
            yield from _by_time(contest)
            return
        helper, helped = state.find(state.helper), state.find(state.helped)
        done = helped.resolve >= helped.starting_resolve or not state.time or helper.resolve <= 0
        if done or not (helper.standing and helped.standing):
            yield from _end(contest)
            return
        answer = yield _attempt(state, helper, helped)
        if answer == "stop":
            yield from _end(contest)
            return
        yield from _roll(contest, helper, helped, picked(answer)[1])

    def outcome(self, state: RecoveryState) -> SrdOutcome | None:
        if not state.over:
            return None
        helped = state.find(state.helped)
        gained = helped.resolve - state.before
        now = f"{helped.resolve} of {helped.starting_resolve}".replace("-", "−")
        summary = f"{helped.name} regains {gained} resolve and has {now}."
        if gained <= 0:
            summary = f"{helped.name} has {now} resolve."
        won = (state.helper,) if gained > 0 else ()
        tallies = {each.name: f"{each.resolve} resolve".replace("-", "−") for each in state.contestants}
        return finished(state, summary, "QS-67", {}, won, tallies=tallies)

    def left(self, seen: Row, row: Row) -> Left:
        return resolve_left(row)


def _by_time(contest: Contest[RecoveryState]) -> Procedure[None]:
    """QS-67: what time alone brings, the game master grants: 1–2 a short rest, 3–4 a longer cure, 5 a long peace."""
    state = contest.state
    helped = state.find(state.helped)
    room = max(0, helped.starting_resolve - helped.resolve)
    if not room:
        return
    granted = yield question(
        "rest",
        helped,
        Number(0, room, 0, "QS-67: 1–2 a short rest, 3–4 a longer cure, 5 a long peace"),
        by=GM,
    )
    if granted:
        regain(contest, helped, granted)


def _attempt(state: RecoveryState, helper: Contestant, helped: Contestant) -> Ask:
    costs = {"time": "time only", "helper": "your own resolve", "helped": f"{whose(helped.name)} resolve"}
    tries = Option(
        "try", f"Help for {state.length}", rule="QS-67", then=ability_form(helper, default=helper.hand)
    )
    return question(
        "recovery",
        helper,
        lambda: Choice((tries, Option("stop", "Stop here")), "try"),
        helped=helped.name,
        resolve=minus(helped.resolve),
        starting=helped.starting_resolve,
        cost=costs[state.defeat],
    )


def _roll(
    contest: Contest[RecoveryState], helper: Contestant, helped: Contestant, ability: str
) -> Procedure[None]:
    """QS-67: victory gives degree + 1 back; a defeat costs what was settled; a tie only time."""
    state = contest.state
    state.time -= 1
    clash, ability = yield from tried_with(contest, helping(helper, ability), against(state.base))
    points = contest.state.options.house.resolve_lost(clash.result.degree)
    if clash.result.victory:
        regain(contest, helped, points)
    traded = False
    if clash.result.defeat and state.defeat != "time":
        payer = helper if state.defeat == "helper" else helped
        traded = yield from _pay(contest, payer, points, ability)
    contest.report(TimePasses, state.length, state.time, ends=traded)
    if traded:
        state.time = 0


def _pay(contest: Contest[RecoveryState], who: Contestant, points: int, ability: str) -> Procedure[bool]:
    """QS-64, QS-67: the loss may be traded, which ends the recovery, or passed to a follower where credible. Whether it
    was traded."""
    bearers = [each for each in who.followers if each.here]
    how = yield from suffer(
        contest, who, points, bearers, ability if who.name == contest.state.helper else ""
    )
    return how == "trade"


def _end(contest: Contest[RecoveryState]) -> Procedure[None]:
    yield from careers(contest)
    contest.state.over = True
