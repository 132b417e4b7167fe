"""What a player says they do: ability, words, who or what helps (QS-11, QS-12, QS-17); or a turn of the plot
(QS-32)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from agonist.kernel import (
    GM,
    Answer,
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Form,
    Option,
    Procedure,
    Text,
)
from agonist.tabletop import picked, quoted, signed

from ..people.contestants import NONE, Arena, Contestant
from ..questions import question
from ..rolls.results import OUTCOMES, Result, result_from

WORDS = Text(300)
NOTHING = "none"
"""The key of choosing nothing."""
Stance = Literal["plain", "gambit", "defensive"]
"""QS-46."""


class Aim(msgspec.Struct, frozen=True):
    """QS-36: something else than the prize: an augment for somebody, or an aim in words."""

    words: str = ""
    augments: str = ""

    @property
    def elsewhere(self) -> bool:
        return bool(self.words or self.augments)


class Tactic(msgspec.Struct, frozen=True):
    """A tactic as stated. `kind` is what is done at all; the rest is for who acts."""

    kind: str = "act"
    words: str = ""
    ability: str = ""
    augment: str = ""
    follower: str = ""
    resource: str = ""
    calls_with: str = ""
    hindered_by: str = ""
    by_flaw: str = ""
    aim: Aim = Aim()
    stance: Stance = "plain"
    wager: int = 0
    answer: str = ""
    power: bool = False

    @property
    def acts(self) -> bool:
        return self.kind == "act"


def can_augment(who: Contestant, ability: str) -> list[str]:
    """QS-12: own abilities that may help this one; one own augment lasts for the contest."""
    if any(each.source == "own" for each in who.modifiers):
        return []
    lent = {each.name for each in who.abilities if each.lent_by}
    return [name for name in who.usable() if name not in lent and not who.kin(name, ability)]


def helping_followers(state: Arena, who: Contestant, ability: str) -> list[str]:
    """QS-12: followers who may augment: not the one whose ability is used."""
    used = who.ability(ability)
    busy = used.lent_by if used else ""
    if any(each.source == "followers" for each in who.modifiers):
        return []
    return [each.name for each in state.augmenting_followers(who) if each.name != busy]


def ability_option(who: Contestant, name: str, then: Form | None = None) -> Option:
    rating = who.rating(name)
    changed = rating.whole - who.sheet(name).whole
    changes = f"{who.sheet(name)} {signed(changed)}" if changed else ""
    shown = name[:1].upper() + name[1:] if name == NONE else name
    label = f"{shown} {rating}"
    return Option(name, label, help=changes, then=then)


def ability_form(who: Contestant, names: Iterable[str] | None = None, default: str = "") -> Choice:
    """Abilities with their ratings, and none at all (QS-1)."""
    offered = [*(who.usable() if names is None else names), NONE]
    if who.opposition:
        offered = [who.hand]
    options = tuple(ability_option(who, name) for name in dict.fromkeys(offered))
    return Choice(options, default if default in offered else offered[0])


def _helped_ability(state: Arena, who: Contestant, *, augments: bool, only: str) -> Choice:
    """The ability, and for each what may augment it."""
    names = dict.fromkeys([only] if only else [*who.usable(), NONE])
    options = []
    for name in names:
        own = can_augment(who, name) if augments else []
        followers = helping_followers(state, who, name) if augments else []
        parts = []
        if own:
            parts.append(Field("augment", "Helped by", _one_of(who, own)))
        if followers:
            chosen = Choice((Option(NOTHING, "Nobody"), *(Option(each, each) for each in followers)), NOTHING)
            parts.append(Field("follower", "Follower", chosen))
        options.append(ability_option(who, name, Fields(tuple(parts)) if parts else None))
    return Choice(tuple(options), who.hand if who.hand in names else options[0].key)


def _one_of(who: Contestant, names: list[str]) -> Choice:
    return Choice((Option(NOTHING, "Nothing"), *(ability_option(who, name) for name in names)), NOTHING)


def act_fields(state: Arena, who: Contestant, *, augments: bool = True, only: str = "") -> tuple[Field, ...]:
    """What a tactic is made of: ability and help, a community's resource, words."""
    parts = [Field("ability", "With", _helped_ability(state, who, augments=augments, only=only))]
    if state.resources and not who.opposition and augments:
        calls = tuple(
            Option(each.name, f"{each.name} ({signed(each.present)})", rule="QS-17", then=ability_form(who))
            for each in state.resources
        )
        parts.append(
            Field("resource", "Calling on the community", Choice((Option(NOTHING, "No"), *calls), NOTHING))
        )
    if who.flaws:
        parts.append(_flaw_field(who))
    parts.append(Field("words", "What you do", WORDS))
    return tuple(parts)


def _flaw_field(who: Contestant) -> Field:
    """QS-15, QS-29: the player may bring a flaw up as well as the game master."""
    ways = Choice(
        (
            Option("against", "It stands against this", rule="QS-14"),
            Option("by", "I act as it says", rule="QS-15"),
        ),
        "against",
    )
    flaws = tuple(Option(each, each, then=ways) for each in who.flaws)
    form = Choice((Option(NOTHING, "None"), *flaws), NOTHING)
    return Field("flaw", "A flaw of yours comes into it", form, optional=True, default=NOTHING, more=True)


def opening_form(state: Arena, who: Contestant) -> Fields:
    """QS-52: the ability that one begins with, and what helps it."""
    return Fields((Field("ability", "With", _helped_ability(state, who, augments=True, only="")),))


def read_opening(parts: dict[str, Answer]) -> Tactic:
    return read_act({**parts, "words": ""})


def read_act(parts: dict[str, Answer]) -> Tactic:
    """The tactic that the fields of `act_fields` state."""
    ability, helped = picked(parts["ability"])
    resource, calls_with = picked(parts.get("resource", NOTHING))
    helped = helped or {}
    flaw, way = picked(parts.get("flaw", NOTHING))
    return Tactic(
        words=parts["words"],
        ability=ability,
        augment=_chosen(helped.get("augment", NOTHING)),
        follower=_chosen(helped.get("follower", NOTHING)),
        resource=_chosen(resource),
        calls_with=calls_with or "",
        hindered_by=flaw if way == "against" else "",
        by_flaw=flaw if way == "by" else "",
    )


def _chosen(key: str) -> str:
    return "" if key == NOTHING else key


def tactic_form(state: Arena, who: Contestant) -> Choice:
    """QS-18, QS-32, QS-71: a tactic, a plot edit, or giving up before the dice."""
    act = Option("act", "Go for it", rule="QS-18", then=Fields(act_fields(state, who)))
    give_up = Option("give-up", "Give up before the dice", rule="QS-71", help="No contest takes place.")
    return Choice((act, *edit_options(state), give_up), "act")


def edit_options(state: Arena) -> tuple[Option, ...]:
    """QS-30, QS-32: plot edits go with the story points."""
    if not state.options.story_points:
        return ()
    none = "" if state.story_points else "The pool is empty."
    edit = Option("edit", "Propose a plot edit", none, rule="QS-32", then=Text(300, 1, "Something turns up."))
    return (edit,)


def tactic_from(answer: Answer) -> Tactic:
    kind, more = picked(answer)
    if kind == "act":
        return read_act(more)
    return Tactic(kind, words=more if isinstance(more, str) else "")


def tactic_ask(state: Arena, who: Contestant, why: str = "") -> Ask:
    about = f" {state.obstacle}" if state.obstacle else ""
    prize = f" The prize: {state.prize}." if state.prize else ""
    return question("tactic", who, lambda: tactic_form(state, who), why=why, about=about, prize=prize)


COSTS: Final[dict[str, int]] = {"marginal": 1, "minor": 2, "major": 3}


class Edited(Event, frozen=True):
    rule = "QS-32"
    name: str
    words: str
    level: str
    left: int

    def text(self) -> str:
        points = COSTS[self.level]
        paid = "a story point" if points == 1 else f"{points} story points"
        return (
            f"{self.name} burns {paid} for a {self.level} plot edit ({self.left} left).{quoted(self.words)}"
        )


class NotEdited(Event, frozen=True):
    rule = "QS-32"
    name: str
    refused: bool

    def text(self) -> str:
        return "The game master takes no such turn." if self.refused else f"{self.name} lets the turn be."


def plot_edit(contest: Contest[Arena], who: Contestant, words: str) -> Procedure[str]:
    """QS-32: the player proposes, the game master names the level or refuses, and then the player burns or not.

    Returns the level that was bought, or nothing.
    """
    state = contest.state
    answer = yield question("plot edit", who, lambda: _levels(state), by=GM, words=quoted(words))
    if answer == "refuse" or COSTS[answer] > state.story_points:
        contest.report(NotEdited, who.name, answer == "refuse")
        return ""
    cost = COSTS[answer]
    burns = yield question("pay for the edit", who, answer=answer, cost=cost, story_points=state.story_points)
    if burns == "no" or cost > state.story_points:
        contest.report(NotEdited, who.name, False)
        return ""
    state.story_points -= cost
    contest.report(Edited, who.name, words, answer, state.story_points)
    return str(answer)


def _levels(state: Arena) -> Choice:
    tells = {
        "marginal": "another way in",
        "minor": "something out of nothing",
        "major": "settles the conflict",
    }
    options = tuple(
        Option(
            level,
            f"{level.capitalize()}, {cost}: {tells[level]}",
            "" if cost <= state.story_points else f"There are only {state.story_points} story points.",
        )
        for level, cost in COSTS.items()
    )
    return Choice((*options, Option("refuse", "No")), "marginal")


def settled(who: Contestant) -> Procedure[Result]:
    """QS-32: a major edit settles the conflict; the game master says how."""
    answer = yield question(
        "settled",
        who,
        Choice(tuple(Option(key, result_from(key).word.capitalize()) for key in OUTCOMES), "victory-0"),
        by=GM,
    )
    return result_from(answer)
