"""FG-11, FG-12, FG-20: the course of a challenge outside gauntlets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel import GM, Ask, Choice, Contest, Field, Fields, Number, Option, Procedure, Text
from .added_dice import misfortune_trait
from .approach import let_it_ride, riding
from .challenge import Challenged, challenge
from .events import Consequence
from .harm import Harm, suffer_each
from .scene import Scene, handicap, named
from .sheet import TRACKS, Track, Trait
from .skill_trial import Plan, SkillTest, call_gauntlet, group_of

__all__ = ["challenge_of_group", "consequence"]

_NONE = Option("none", "None")


def challenge_of_group(contest: Contest[SkillTest]) -> Procedure[None]:
    """The next group tests, and failure has a consequence."""
    state = contest.state
    plans = state.groups[0]
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
    parts: dict[str, int] = {}
    hindering: list[str] = []
    if state.environment or opposing:
        answer = yield Ask(
            GM,
            "difficulty",
            lambda: _difficulty_form(state, opposing),
            "FG-11",
            f"What makes it hard? {state.goal}",
            "The game master sets the difficulty.",
        )
        for trait in state.environment:
            if trait.name == answer.get("environment"):
                parts[trait.name] = trait.rating
                hindering.append(trait.name)
        for key, trait in opposing.items():
            if key == answer.get("opposing"):
                parts[named(trait)] = trait.rating
    tried = any(r.skill == p.skill for p in plans for r in riding(state, p.name, state.goal))
    if tried:
        text = "The same skill failed before with another attribute. By how much does the difficulty rise?"
        form = Number(least=0, most=3, default=0)
        more = yield Ask(GM, "raise", form, "FG-13", text, "The game master may raise the difficulty.")
        parts |= {"tried before": more} if more else {}
    return parts, hindering


def _opposing(state: SkillTest) -> dict[str, Trait]:
    found = {trait.name: trait for trait in state.opposing_traits}
    for name in state.in_the_way():
        character = state.who(name)
        own = [*character.own_traits(), misfortune_trait(character)]
        found |= {f"{name}:{trait.name}": trait for trait in own if trait is not None}
    return found


def _difficulty_form(state: SkillTest, opposing: dict[str, Trait]) -> Fields:
    fields = []
    if state.environment:
        ways = tuple(Option(t.name, f"{t.name} {t.rating}") for t in state.environment)
        worst = max(state.environment, key=lambda t: t.rating).name
        form = Choice(options=(*ways, _NONE), default=state.hindrance or worst)
        fields.append(Field("environment", "Environment", form))
    if opposing:
        ways = tuple(Option(key, f"{key} {t.rating}") for key, t in opposing.items())
        worst = max(opposing, key=lambda key: opposing[key].rating)
        fields.append(Field("opposing", "Opposition", Choice(options=(*ways, _NONE), default=worst)))
    return Fields(fields=tuple(fields))


Inflict = Callable[[Contest[Any], dict[str, int], Harm], Procedure[None]]


def consequence(
    contest: Contest[Any], result: Challenged, inflict: Inflict = suffer_each, track: Track = "physical"
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
        Option("cost", "Success at a cost", then=story),
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
