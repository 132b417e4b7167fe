"""The moment around a roll: the plan is on the table, and who may do something about it does so now.

A *window* is somebody's to use and nobody's to answer. Used before the dice fall, it may end the moment (where its ask
`interrupts`): what it changes is changed, and the moment begins anew without it. When nobody has anything more to say
the dice fall. After them the same holds for what can still change the result.

This is the one place that knows whether anybody watches: windows at which nobody may speak up are never made, who would
say nothing but the usual is not asked, what nobody could come between happens at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ParamSpec, Protocol, TypeVar

import msgspec

from agonist.kernel import Answer, Ask, Chance, Contest, Form, Option, Procedure, State

P = ParamSpec("P")
S = TypeVar("S", bound=State)
T = TypeVar("T")


class Window(msgspec.Struct, frozen=True):
    """Something that can be said around a roll: of what kind it is, the ask, made when it is opened (None if there is
    nothing to say), and what comes of saying anything but what is assumed: a procedure, where it takes more than a
    change of the state. `key` tells apart windows of a kind that may be used once each."""

    what: str
    ask: Callable[[], Ask | None]
    then: Callable[[Answer], Procedure[None] | None]
    key: str = ""


Windows = Callable[[], Iterable[Window]]
"""What is open now, from the state as it is."""

SpokenUp = Callable[[], Procedure[None] | None]
"""What looks at what a word has changed."""


def nothing_more() -> Procedure[None]:
    """What comes of a word beside what it says, where that is nothing."""
    yield from ()


def before_dice(
    contest: Contest[S],
    windows: Windows,
    dice: Callable[[], tuple[Chance, ...]],
    spoken_up: SpokenUp = nothing_more,
    over: Callable[[], None] = lambda: None,
) -> Procedure[tuple[Any, ...]]:
    """What the dice show, when everybody has spoken up who wanted to, each window used once at most.

    After every word `spoken_up` looks at what it has changed; when the dice have fallen it is `over`. Where no dice are
    due any more nothing is asked.
    """
    if contest.quiet:
        due = dice()
        if len(due) == 1:
            return ((yield due[0]),)
        return tuple((yield due)) if due else ()
    used: set[tuple[str, str]] = set()
    while True:
        due = dice()
        if not due:
            return ()
        opened = _opened(contest, windows(), used)
        given = yield (*[ask for _, ask in opened], *due)
        yield from _said(opened, given, used, spoken_up)
        fallen = tuple(given[len(opened) :])
        if None not in fallen:
            over()
            return fallen


def after_dice(contest: Contest[S], windows: Windows, spoken_up: SpokenUp = nothing_more) -> Procedure[None]:
    """Let everybody change the result who may, until nobody has anything more to say; each window is used once."""
    used: set[tuple[str, str]] = set()
    while opened := [] if contest.quiet else _opened(contest, windows(), used):
        given = yield tuple([ask for _, ask in opened])
        before = len(used)
        yield from _said(opened, given, used, spoken_up)
        if len(used) == before:
            return


def said(contest: Contest[S], usual: Answer, ask: Callable[[], Ask]) -> Procedure[Answer]:
    """What somebody says; the `usual`, if there is one, where nobody would say anything else."""
    if contest.quiet and usual is not None:
        return usual
    return (yield ask())


def first_of(
    contest: Contest[S], people: Sequence[T], ask: Callable[[T], Ask]
) -> Procedure[tuple[T, Answer]]:
    """Who of these speaks up first, each ask of whom `interrupts`, and what they say; by themselves the first does."""
    if contest.quiet:
        return people[0], (yield ask(people[0]))
    answers = yield tuple([ask(each) for each in people])
    ((first, answer),) = [each for each in zip(people, answers, strict=True) if each[1] is not None]
    return first, answer


def at_once(contest: Contest[S], many: T, one: T) -> T:
    """How much of a thing happens in one go: `one` after the other, if somebody could come between, else `many`."""
    return many if contest.quiet else one


def keep(
    contest: Contest[S], things: list[T], thing: Callable[P, T], *facts: P.args, **more: P.kwargs
) -> None:
    """Keep something that somebody may put into words later, where somebody listens."""
    if contest.events is not None:
        things.append(thing(*facts, **more))


def narrate(contest: Contest[S], tell: Callable[P, None], *facts: P.args, **more: P.kwargs) -> None:
    """Tell of something that takes more than an event, where somebody listens."""
    if contest.events is not None:
        tell(*facts, **more)


def worded(contest: Contest[S], words: Callable[P, str], *facts: P.args, **more: P.kwargs) -> str:
    """Words of a question, put together where somebody reads it."""
    return "" if contest.bare else words(*facts, **more)


def beside(
    contest: Contest[S], asks: Sequence[Ask], windows: Iterable[Window]
) -> Procedure[tuple[Answer, ...]]:
    """The answers to questions, beside which windows are open until all are in; what was said there has come about."""
    opened = [] if contest.quiet else _opened(contest, windows, set())
    if not asks and not opened:
        return ()
    given = yield (*asks, *[ask for _, ask in opened])
    for slot, (window, _) in enumerate(opened, len(asks)):
        if slot in contest.arrived:
            yield from window.then(given[slot]) or ()
    return tuple(given[: len(asks)])


def as_corrected(contest: Contest[S], found: T, anew: Callable[[], T]) -> T:
    """What was `found` before somebody was asked; found `anew` where something may have been corrected meanwhile."""
    return found if contest.bare else anew()


def side_by_side(contest: Contest[S], one: T, all_: Callable[[], T]) -> T:
    """What comes next: all that people can do at the same time, or `one` where nobody watches and it is the same."""
    return one if contest.bare else all_()


class Parts(Protocol):
    """What is offered in a form of several parts."""

    def anew(self) -> Parts:
        """The same as things are now."""

    def standing(self) -> str:
        """How they stand, in words."""

    def form(self) -> Form: ...

    def open_ways(self, part: str, wanted: str = "") -> Sequence[Option]:
        """The open options of one part; at least all whose keys begin as wanted."""


def in_parts(contest: Contest[S], ask: Ask, offer: Parts) -> Ask:
    """An ask for what is offered: each part made alone where nobody reads the form, else the whole as things are when
    it is looked at, and the question says how they stand."""
    if contest.bare:
        return msgspec.structs.replace(ask, form=offer.form, parts=offer.open_ways)
    text = f"{ask.text} Now: {offer.standing()}."
    return msgspec.structs.replace(ask, form=lambda: offer.anew().form(), text=text)


Opened = list[tuple[Window, Ask]]


def _opened(contest: Contest[S], windows: Iterable[Window], used: set[tuple[str, str]]) -> Opened:
    uses = contest.uses
    return [
        (each, ask)
        for each in windows
        if (uses is None or each.what in uses) and (each.what, each.key) not in used and (ask := each.ask())
    ]


def _said(
    opened: Opened,
    given: tuple[Any, ...],
    used: set[tuple[str, str]],
    spoken_up: SpokenUp,
) -> Procedure[None]:
    """What comes of the words that were spoken."""
    for (window, ask), answer in zip(opened, given, strict=False):
        if answer != ask.assumed():
            used.add((window.what, window.key))
            yield from window.then(answer) or ()
            yield from spoken_up() or ()
