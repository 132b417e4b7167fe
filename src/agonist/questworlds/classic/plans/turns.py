"""What can be done about a turn before its dice fall: by who acts, by those who wait, by the game master (QW-37)."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Ask, Choice, Contest, Option
from agonist.tabletop import Told

from ..clash.moment import Asks, opened
from ..people.contestants import Contestant
from ..people.states import GroupState
from .objecting import objections


class RoundBegins(Told, frozen=True):
    rule = "QW-14"
    says = "Round {round}."
    round: int


def turn_asks(state: GroupState, who: Contestant) -> Asks:
    """What somebody can still do about their own turn, if anything."""
    form = _turn_form(state, who)
    if len([each for each in form.options if not each.unavailable]) == 1:
        return {}
    ask = Ask(
        who.seat,
        "turn",
        lambda: _turn_form(state, who),
        "QW-37",
        f"{who.name}, it is your turn: act as declared?",
        f"It is {who.name}'s turn.",
        who.name,
        assume="act",
        interrupts=True,
        directed=True,
    )
    return {"turn": ask}


def _turn_form(state: GroupState, who: Contestant) -> Choice:
    options = [Option("act", "Act as declared")]
    if may_change(state, who):
        options.append(
            Option("change", "Change the declared action", help="You were attacked this round.", rule="QW-37")
        )
    alone = "" if any(state.find(name).undefeated for name in state.queue) else "nobody acts after you"
    options.append(Option("delay", "Wait and step in later", unavailable=alone, rule="QW-37"))
    return Choice(tuple(options), "act")


def may_change(state: GroupState, who: Contestant) -> bool:
    """QW-37: who was attacked this round may change the declared action before acting, if the option is on."""
    return who.name in state.attacked and state.options.change_when_attacked


def _steps(state: GroupState) -> Asks:
    """QW-37: whoever waits can step in before the next dice."""
    return {f"step in: {name}": step_ask(state, state.find(name)) for name in state.delayed}


def step_ask(state: GroupState, who: Contestant, *, last: bool = False) -> Ask:
    leave = "You were attacked this round." if may_change(state, who) else "The game master must allow it."
    window: dict[str, Any] = {} if last else {"assume": "wait", "interrupts": True}
    return Ask(
        who.seat,
        "step in",
        Choice(
            (
                Option("wait", "Let it lapse" if last else "Wait on"),
                Option("act", "Step in as declared"),
                Option("change", "Step in with another action", help=leave, rule="QW-37"),
            ),
            "wait",
        ),
        "QW-37",
        f"{who.name}, do you step in now?",
        f"{who.name} may step in.",
        who.name,
        **window,
    )


def before_dice(contest: Contest[GroupState], who: Contestant) -> Asks:
    """What can be done before an exchange: by who acts, by those who wait, by the game master."""
    state = contest.state

    def rulings() -> Asks:
        plans = {name: state.plan_of(name) for name in state.unruled if state.find(name).undefeated}
        return objections(state, plans, _movable(state, who), state.order_by)

    own = {} if state.midway or state.replanned else opened(contest, "turn", lambda: turn_asks(state, who))
    return {
        **own,
        **opened(contest, "step in", lambda: _steps(state)),
        **opened(contest, "objection", rulings),
    }


def before_act(contest: Contest[GroupState], who: Contestant) -> Asks:
    """QW-34, QW-37: the same before an act without a bid; of plans the game master speaks before their own dice."""
    state = contest.state
    return {
        **opened(contest, "turn", lambda: turn_asks(state, who)),
        **opened(contest, "step in", lambda: _steps(state)),
        **opened(
            contest,
            "objection",
            lambda: objections(state, {}, _movable(state, who), state.order_by, dice=False),
        ),
    }


def _movable(state: GroupState, who: Contestant) -> tuple[str, ...]:
    """QW-34: those who are still to act, as long as the order can be changed."""
    if not state.order_open:
        return ()
    return (who.name, *(name for name in state.queue if state.find(name).undefeated))
