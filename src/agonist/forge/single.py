"""FG-11, FG-12, FG-20: the course of a challenge outside gauntlets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel import GM, Ask, Choice, Contest, Field, Fields, Number, Option, Procedure, Text
from .approach import let_it_ride, riding
from .challenge import Challenged, challenge
from .events import Consequence, listed
from .harm import Harm, suffer_each
from .leading import led
from .scene import Scene, handicap, named
from .sheet import TRACKS, Track, Trait
from .skill_trial import Plan, SkillTest, call_gauntlet, group_of
from .sources import Source, traits_against
from .things import told_apart

__all__ = ["challenge_of_group", "consequence"]

_NONE = Option("none", "None")


def challenge_of_group(contest: Contest[SkillTest]) -> Procedure[None]:
    """The next group tests, and failure has a consequence."""
    state = contest.state
    plans = yield from led(state, state.groups[0], state.parties[0].captain)
    parts, hindering = yield from _difficulty(state, plans)
    injury = handicap(state, state.who(plans[0].name), plans[0].skill)
    full = max(max(1, sum(parts.values())) + len(plans) - 1, injury)
    if (yield from call_gauntlet(contest, full)):
        return
    result = yield from challenge(contest, group_of(state, plans), state.goal, parts, hindering=hindering)
    names = [plan.name for plan in plans]
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


def _difficulty(state: SkillTest, plans: list[Plan]) -> Procedure[tuple[dict[str, int], list[str]]]:
    """FG-11: one environmental and one opposing trait at most; FG-13: perhaps more after a failure."""
    opposing = _opposing(state)
    names = tuple(plan.name for plan in plans)
    parts: dict[str, int] = {}
    hindering: list[str] = []
    if state.environment or opposing:
        answer = yield Ask(
            GM,
            "difficulty",
            lambda: _difficulty_form(state, opposing),
            "FG-11",
            f"What makes it hard for {listed(names)}? {state.goal}",
            "The game master sets the difficulty.",
            plans[0].name,
        )
        around = {t.name: Source("environment", "", t.name, t) for t in state.environment}
        for field, sources in (("environment", around), ("opposing", opposing)):
            source = sources.get(answer.get(field))
            if source is not None and isinstance(source.thing, Trait):
                name = named(source.thing)
                parts[name] = parts.get(name, 0) + source.rating
                hindering.append(source.key)
    tried = any(r.skill == p.skill for p in plans for r in riding(state, p.name, state.goal))
    if tried:
        text = (
            f"{listed(names)}: the same skill failed before with another attribute. "
            "By how much does the difficulty rise?"
        )
        form = Number(least=0, most=3, default=0)
        waiting = "The game master may raise the difficulty."
        more = yield Ask(GM, "raise", form, "FG-13", text, waiting, names[0])
        parts |= {"tried before": more} if more else {}
    return parts, hindering


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
        contest.report(Consequence(answer["pick"], answer["with"]))
        return str(answer["pick"])
    yield from inflict(contest, result.short, answer)
    return "harm"
