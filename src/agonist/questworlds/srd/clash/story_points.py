"""The pool of story points, and burning one on a roll (QS-30, QS-31)."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import Answer, Ask, Choice, Contest, Event, Form, Number, Option, Procedure, yes_or_no
from agonist.tabletop import Told, begun

from ..people.contestants import Arena
from ..questions import question
from ..rolls.results import Result
from ..rolls.rolls import Clash
from .rollers import Roller

Worth = Callable[[Result], object]
"""What an outcome, from the first side's view, comes to: where two come to the same, a story point changes nothing."""


class Burned(Event, frozen=True):
    rule = "QS-31"
    name: str
    points: int
    left: int
    each: int = 1

    def text(self) -> str:
        what = "a story point" if self.points == 1 else f"{self.points} story points"
        more = _more(self.points * self.each)
        return f"{self.name} burns {what} for {more} ({self.left} left in the pool)."


def _more(successes: int) -> str:
    return "one more success" if successes == 1 else f"{successes} more successes"


class Refreshed(Told, frozen=True):
    rule = "QS-30"
    says = "The pool of story points is full again: {points}."
    points: int


def as_it_is(result: Result) -> object:
    """Every degree counts."""
    return result


def only_won(result: Result) -> object:
    """Nothing but a victory counts."""
    return result.victory


def burned(
    contest: Contest[Arena], rollers: tuple[Roller, Roller], clash: Clash, worth: Worth
) -> Procedure[Clash]:
    """QS-31: when the dice are known and before the outcome, the players who rolled may, wherever it changes anything,
    all at once."""
    state = contest.state
    able = [
        n
        for n, roller in enumerate(rollers)
        if may_burn(state, rollers, roller) and _changes(state, clash, n, worth)
    ]
    if not able:
        return clash
    answers = yield tuple(_offer(state, rollers[n], n, clash) for n in able)
    spent = burn(contest, dict(zip(able, answers, strict=True)), rollers)
    return clash.burned((spent.get(0, 0), spent.get(1, 0)))


def burn(contest: Contest[Arena], wanted: dict[int, Answer], rollers: tuple[Roller, ...]) -> dict[int, int]:
    """What the pool gives to each who wants some. QS-30: of two claims on the last point the first answer has it."""
    state = contest.state
    claims = list(wanted)
    spent: dict[int, int] = {}
    for n in sorted(claims, key=lambda n: contest.came(claims.index(n))):
        points = min(_points(wanted[n]), state.story_points)
        if points:
            state.story_points -= points
            spent[n] = points
            contest.report(
                Burned, rollers[n].name, points, state.story_points, state.options.house.story_point
            )
    return spent


def may_burn(state: Arena, rollers: tuple[Roller, ...], roller: Roller) -> bool:
    """QS-30, QS-31: a point is left, and it is no contest between characters (unless the option says so)."""
    if not (state.options.story_points and state.story_points > 0 and roller.may_burn):
        return False
    seats = [each for each in rollers if each.may_burn and each.contestant]
    sides = {each.contestant.side for each in seats if each.contestant}
    return len(sides) < 2 or state.options.story_points_pvp


def _changes(state: Arena, clash: Clash, mine: int, worth: Worth) -> bool:
    """QS-31: whether any number of points that may be burned makes a difference."""
    ways = range(1, most_points(state) + 1)
    better = (clash.burned((more, 0) if mine == 0 else (0, more)) for more in ways)
    return any(worth(each.result) != worth(clash.result) for each in better)


def _points(answer: Answer) -> int:
    return answer if isinstance(answer, int) else int(answer == "yes")


def _offer(state: Arena, roller: Roller, mine: int, clash: Clash) -> Ask:
    own, other = clash.successes[mine], clash.successes[1 - mine]
    dice = clash.dice[mine], clash.dice[1 - mine]
    result = clash.result if mine == 0 else clash.result.mirrored
    better = clash.burned((1, 0)).result if mine == 0 else clash.burned((0, 1)).result.mirrored
    text = f"{own} to {other} successes ({dice[0]} against {dice[1]}): a {result.word}. "
    return burn_ask(state, roller, text, f"{begun(_more(clash.point))}: a {better.word}.")


def burn_ask(state: Arena, roller: Roller, text: str, comes_to: str = "") -> Ask:
    """QS-31: theirs to say once the dice lie; unsaid, the pool is left alone."""
    comes_to = comes_to or f"{begun(_more(state.options.house.story_point))} for this roll."
    return question(
        "story point",
        roller,
        lambda: burn_form(state, comes_to),
        assume=lambda: burn_form(state, comes_to).fallback(),
        directed=True,
        text=text,
    )


def most_points(state: Arena) -> int:
    """QS-31: one a roll, or as many as the option allows and the pool has."""
    per_roll = state.options.points_per_roll
    return state.story_points if per_roll is None else min(per_roll, state.story_points)


def burn_form(state: Arena, comes_to: str) -> Form:
    """QS-31: yes or no, or how many; and what one comes to."""
    most = most_points(state)
    if most > 1:
        return Number(0, most, 0, f"QS-31: each is {_more(state.options.house.story_point)}")
    return yes_or_no("One more success, for a story point", "Leave it so", help=comes_to)


def refresh(contest: Contest[Arena]) -> Procedure[None]:
    """QS-30: at the moment the option names the pool is reset to one point for each character."""
    state = contest.state
    if not state.options.story_points or state.begins == "scene":
        return
    full = state.party
    due = state.options.story_refresh == state.begins
    if state.options.story_refresh == "ask":
        fill, leave = Option("yes", f"Refill it to {full}"), Option("no", "Leave it as it is")
        answer = yield question(
            "refresh", None, Choice((fill, leave), "yes"), story_points=state.story_points
        )
        due = answer == "yes"
    if due:
        state.story_points = full
        contest.report(Refreshed, full)
