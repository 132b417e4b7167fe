"""FG-11, FG-12, FG-20: the course of a challenge outside gauntlets."""

from __future__ import annotations

from functools import partial

from agonist.kernel import GM, Ask, Choice, Contest, Field, Fields, Number, Option, Procedure
from agonist.tabletop import Window, listed

from ..harm.suffering import consequence
from ..people.sheet import Trait, told_apart
from ..scene import named
from ..test.approach import let_it_ride, riding
from ..test.challenge import CalledOff, Hardship, challenge
from ..test.sources import Source, traits_against
from ..test.steps import captain_first
from ..trial import Side
from .skill_trial import Plan, SkillTest, gauntlet_instead, group_of

_NONE = Option("none", "None")


def challenge_of_group(contest: Contest[SkillTest]) -> Procedure[None]:
    """The next group tests, and failure has a consequence."""
    state = contest.state
    plans = captain_first(state.groups[0], state.parties[0].captain)
    names = [plan.name for plan in plans]
    hardship = Hardship({}, [])
    _make_hard(state, hardship, _usual(state))

    def windows(_: Side) -> list[Window]:
        return [_harder_or_easier(state, hardship, names), _tried_before(state, plans, hardship)]

    group, consider = group_of(state, plans), gauntlet_instead(contest)
    try:
        result = yield from challenge(contest, group, state.goal, hardship, windows, consider)
    except CalledOff:
        state.test, state.phase = None, "over"
        return
    if result.success:
        state.succeeded += names
    else:
        for plan in plans:
            let_it_ride(contest, plan.name, plan.skill, plan.attribute, state.goal)
        if (yield from consequence(contest, result.short)) == "cost":
            state.at_a_cost += names
        state.failed += names
    state.groups = state.groups[1:]
    if not state.groups:
        state.phase = "over"


def _usual(state: SkillTest) -> dict[str, str]:
    """FG-11: by the book: the trait that the game master has in mind or the highest, and the highest opposing one."""
    form = _difficulty_form(state, _opposing(state))
    return dict(form.fallback()) if form.fields else {}


def _make_hard(state: SkillTest, hardship: Hardship, answer: dict[str, str]) -> None:
    """FG-11: one environmental and one opposing trait at most."""
    hardship.parts = {key: value for key, value in hardship.parts.items() if key == TRIED}
    hardship.hindering.clear()
    around = {t.name: Source("environment", "", t.name, t) for t in state.environment}
    for field, sources in (("environment", around), ("opposing", _opposing(state))):
        source = sources.get(answer.get(field, ""))
        if source is not None and isinstance(source.thing, Trait):
            name = named(source.thing)
            hardship.parts[name] = hardship.parts.get(name, 0) + source.rating
            hardship.hindering.append(source.key)


def _harder_or_easier(state: SkillTest, hardship: Hardship, names: list[str]) -> Window:
    """FG-11: the game master may say that something else makes it hard."""

    def ask() -> Ask | None:
        usual, form = _usual(state), partial(_difficulty_form, state, _opposing(state))
        text = f"What makes it hard for {listed(names)}? {state.goal}"
        waiting = "The game master may set another difficulty."
        found = Ask(GM, "difficulty", form, "FG-11", text, waiting, names[0], usual, interrupts=True)
        return found if usual else None

    return Window("difficulty", ask, partial(_make_hard, state, hardship))


TRIED = "tried before"


def _tried_before(state: SkillTest, plans: list[Plan], hardship: Hardship) -> Window:
    """FG-13: perhaps more after a failure with another attribute."""

    def ask() -> Ask | None:
        if not any(r.skill == p.skill for p in plans for r in riding(state, p.name, state.goal)):
            return None
        failed = (
            f"{listed([plan.name for plan in plans])}: the same skill failed before with another attribute."
        )
        text, waiting = (
            f"{failed} By how much does the difficulty rise?",
            "The game master may raise the difficulty.",
        )
        form = Number(least=0, most=3, default=0)
        return Ask(GM, "raise", form, "FG-13", text, waiting, plans[0].name, 0, interrupts=True)

    def settle(more: int) -> None:
        hardship.parts[TRIED] = more

    return Window("raise", ask, settle)


def _opposing(state: SkillTest) -> dict[str, Source]:
    """By key: the traits in the way, and all that counts as a trait of those who stand in it."""
    nobodys = [Source("in the way", "", n, trait) for n, trait in told_apart(state.opposing_traits).items()]
    others = [source for name in state.in_the_way() for source in traits_against(state, state.who(name))]
    return {source.key: source for source in (*nobodys, *others)}


def _difficulty_form(state: SkillTest, opposing: dict[str, Source]) -> Fields:
    fields = []
    if state.environment:
        ways = tuple(Option(t.name, f"{t.name} {t.rating}") for t in state.environment)
        worst = max(state.environment, key=lambda t: t.rating).name
        form = Choice(options=(*ways, _NONE), default=state.hindrance or worst)
        fields.append(Field("environment", "Environment", form))
    if opposing:
        ways = tuple(
            Option(key, f"{source.owner + ': ' if source.owner else ''}{source.label} {source.rating}")
            for key, source in opposing.items()
        )
        worst = max(opposing, key=lambda key: opposing[key].rating)
        fields.append(Field("opposing", "Opposition", Choice(options=(*ways, _NONE), default=worst)))
    return Fields(fields=tuple(fields))
