"""FG-11, FG-12, FG-20: the course of a challenge outside gauntlets."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from agonist.kernel import GM, Ask, Choice, Contest, Event, Field, Fields, Number, Option, Procedure, Text
from agonist.tabletop import listed

from ..people.harm import Harm, suffer_each
from ..people.sheet import TRACKS, Track, Trait
from ..people.things import told_apart
from ..scene import Scene, named
from ..test.approach import let_it_ride, riding
from ..test.attempt import Side
from ..test.challenge import CalledOff, Challenged, Hardship, challenge
from ..test.leading import captain_first
from ..test.moment import Word, word
from ..test.sources import Source, traits_against
from .skill_trial import Plan, SkillTest, gauntlet_instead, group_of

_NONE = Option("none", "None")


def challenge_of_group(contest: Contest[SkillTest]) -> Procedure[None]:
    """The next group tests, and failure has a consequence."""
    state = contest.state
    plans = captain_first(state.groups[0], state.parties[0].captain)
    names = [plan.name for plan in plans]
    hardship = Hardship({}, [])
    _make_hard(state, hardship, _usual(state))

    def words(_: Side) -> list[Word]:
        return [*_harder_or_easier(state, hardship, names), *_tried_before(state, plans, hardship)]

    group, consider = group_of(state, plans), gauntlet_instead(contest)
    try:
        result = yield from challenge(contest, group, state.goal, hardship, words, consider)
    except CalledOff:
        state.test, state.phase = None, "over"
        return
    if result.success:
        state.succeeded += names
    else:
        for plan in plans:
            let_it_ride(contest, plan.name, plan.skill, plan.attribute, state.goal)
        if (yield from consequence(contest, result)) == "cost":
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


def _harder_or_easier(state: SkillTest, hardship: Hardship, names: list[str]) -> list[Word]:
    """FG-11: the game master may say that something else makes it hard."""
    usual = _usual(state)
    if not usual:
        return []

    def settle(answer: dict[str, str]) -> Procedure[None]:
        _make_hard(state, hardship, answer)
        yield from ()

    texts = (
        "FG-11",
        f"What makes it hard for {listed(tuple(names))}? {state.goal}",
        "The game master may set another difficulty.",
    )
    form = partial(_difficulty_form, state, _opposing(state))
    return [word(GM, "difficulty", form, usual, texts, names[0], settle)]


TRIED = "tried before"


def _tried_before(state: SkillTest, plans: list[Plan], hardship: Hardship) -> list[Word]:
    """FG-13: perhaps more after a failure with another attribute."""
    if not any(r.skill == p.skill for p in plans for r in riding(state, p.name, state.goal)):
        return []

    def settle(more: int) -> Procedure[None]:
        hardship.parts[TRIED] = more
        yield from ()

    names = listed(tuple(plan.name for plan in plans))
    text = (
        f"{names}: the same skill failed before with another attribute. By how much does the difficulty rise?"
    )
    texts = ("FG-13", text, "The game master may raise the difficulty.")
    form = Number(least=0, most=3, default=0)
    return [word(GM, "raise", form, 0, texts, plans[0].name, settle)]


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


Inflict = Callable[[Contest[Any], dict[str, int], Harm], Procedure[None]]


class Consequence(Event, frozen=True):
    rule = "FG-12"
    kind: str
    story: str

    def text(self) -> str:
        start = "Success at a cost" if self.kind == "cost" else "The consequence"
        return f"{start}: {self.story}" if self.story else f"{start} is for the game master to tell."


def consequence(
    contest: Contest[Any],
    result: Challenged,
    inflict: Inflict = suffer_each,
    track: Track = "physical",
    *,
    cost: bool = True,
) -> Procedure[str]:
    """FG-12: the game master chooses a turn of the story, success at a cost, or harm for what each lacks."""
    scene: Scene = contest.state
    ratings = ", ".join(f"{name} {short}" for name, short in result.short.items())
    kinds: list[Harm] = list(TRACKS) if scene.rules().stress else ["misfortune"]
    title = {track: f"{track.capitalize()} stress" for track in TRACKS} | {"misfortune": "Misfortune"}
    harms = [Option(kind, f"{title[kind]}: {ratings}") for kind in kinds]
    story = Text(most=300)
    ways = (
        *harms,
        Option("narrative", "A turn of the story", then=story),
        *((Option("cost", "Success at a cost", then=story),) if cost else ()),
    )
    default = track if scene.rules().stress else "misfortune"
    text = f"{', '.join(result.short)} failed. What follows?"
    form = Choice(options=ways, default=default)
    answer = yield Ask(GM, "consequence", form, "FG-12", text, "The game master chooses the consequence.")
    if isinstance(answer, dict):
        contest.report(Consequence, answer["pick"], answer["with"])
        return str(answer["pick"])
    yield from inflict(contest, result.short, answer)
    return "harm"
