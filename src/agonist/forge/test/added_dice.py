"""FG-15: dice that are added to a roll: one environmental trait, and one trait, boon or bane."""

from __future__ import annotations

from functools import lru_cache, partial

from agonist.kernel import GM, Ask, Contest, Option, Procedure, Roll, yes_or_no
from agonist.tabletop import Told, Window, ask_of, before_dice

from ..people.character import Character
from ..people.sheet import Bane, Boon, Trait
from ..scene import SceneT, named
from ..trial import Attempt, Side
from .pool import more_dice, some_dice, took
from .sources import NotFitting, Source, does_it_fit, key_of, reveal_to_knowers

Chosen = list[tuple[Attempt, Source]]
"""Who would add dice from what."""


def added_by(source: Source, user: Attempt) -> Option:
    """What a source would add."""
    thing, owner = source.thing, source.owner
    needs = isinstance(thing, Boon) and thing.attribute != user.attribute
    return _adds(source.kind, owner, source.label, owner != user.name, thing.rating, needs)


@lru_cache(maxsize=2_000)
def _adds(kind: str, owner: str, label: str, others: bool, rating: int, needs: bool) -> Option:
    key, called = key_of(kind, owner, label), f"{owner}’s {label}" if owner and others else label
    asks = ", if the game master agrees to another attribute" if needs else ""
    rule = "FG-3" if kind in ("boon", "bane") else "FG-15"
    some = "1 die" if rating == 1 else f"{rating} dice"
    label, leaves = f"Add {some}: {called}", (("dice", rating),)
    return Option(key, label, help=f"+{some}{asks}", rule=rule, leaves=leaves, deed=label)


def add_dice(contest: Contest[SceneT], side: Side, chosen: Chosen) -> Procedure[None]:
    """FG-14, FG-15, FG-22: the game master may object, an owner deny; then the dice fall, which were just asked for."""
    for attempt, source in list(chosen):
        if isinstance(source.thing, Boon) and not (
            yield from _attribute_agreed(contest, side, attempt, source, source.thing)
        ):
            chosen.remove((attempt, source))
    faces = yield from before_dice(contest, lambda: _windows(contest, side, chosen), lambda: _rolls(chosen))
    for attempt, source in chosen:
        _used(contest, attempt, source)
    for attempt, dice in zip(_adding(chosen), faces, strict=True):
        took(contest, side, attempt, dice, "added dice", "FG-15")


def _adding(chosen: Chosen) -> list[Attempt]:
    return list({attempt.name: attempt for attempt, _ in chosen}.values())


def _rolls(chosen: Chosen) -> tuple[Roll, ...]:
    count: dict[str, int] = {}
    for attempt, source in chosen:
        count[attempt.name] = count.get(attempt.name, 0) + source.thing.rating
    return tuple(
        [more_dice(each, count[each.name], "added dice", "FG-15", follows=True) for each in _adding(chosen)]
    )


def _windows(contest: Contest[SceneT], side: Side, chosen: Chosen) -> list[Window]:
    found: list[Window] = []
    for one in chosen:
        attempt, source = one
        if isinstance(source.thing, Trait):
            found.append(does_it_fit(contest, side, attempt.name, source, partial(chosen.remove, one)))
            if source.owner:
                found.append(_denying(contest, chosen, attempt, source, source.thing))
    return found


class Denied(Told, frozen=True):
    rule, says = "FG-22", "{owner} spends {favor} Favor, and {source} gives {name} no dice."
    owner: str
    source: str
    favor: int
    name: str


def _denying(
    contest: Contest[SceneT], chosen: Chosen, attempt: Attempt, source: Source, trait: Trait
) -> Window:
    """FG-22: the owner may deny the dice by Favor equal to the trait's rating."""
    owner, rating = contest.state.who(source.owner), source.rating
    what = "deny the dice"

    def ask() -> Ask | None:
        if owner.favor < rating:
            return None
        spend = f"Spend {rating} Favor: no dice for {attempt.name}"
        form = partial(yes_or_no, spend, "Let it happen", help=f"You have {owner.favor} Favor")
        uses = f"{attempt.name} uses your {source.label} for {rating} more dice"
        told = "FG-22", f"{{who}}, {uses}. Do you deny them?", "{who} may deny the dice."
        return ask_of(owner, what, form, *told, assume="no", interrupts=True, directed=True)

    def deny(_: str) -> None:
        contest.state.memory.justify(attempt.name, source.owner, source.label)
        attempt.source = True
        reveal_to_knowers(contest, owner, trait)
        owner.pay(rating)
        chosen.remove((attempt, source))
        contest.report(Denied, owner.name, named(trait), rating, attempt.name)

    return Window(what, ask, deny, source.key)


class AddedDice(Told, frozen=True):
    rule, ways = "FG-15", {"some": some_dice}
    says = "{name} adds {dice:some}: {source} ({kind}{whose:? of {whose}})."
    name: str
    source: str
    kind: str
    dice: int
    owner: str = ""

    @property
    def whose(self) -> str:
        """Of whom it is, if of somebody else."""
        return self.owner if self.owner != self.name else ""


def _used(contest: Contest[SceneT], attempt: Attempt, source: Source) -> None:
    """A source is used: a trait needs no new reason from now on, a boon or bane is spent."""
    scene, thing = contest.state, source.thing
    if isinstance(thing, Trait) and thing.secret:
        reveal_to_knowers(contest, scene.who(source.owner), thing)
    contest.report(_added, attempt.name, source)
    if source.kind == "environment":
        attempt.environment = True
    else:
        attempt.source = True
    if isinstance(thing, Trait):
        scene.memory.justify(attempt.name, source.owner, source.label)
    else:
        _spend(scene.who(source.owner), thing)


def _added(name: str, source: Source) -> AddedDice:
    if not isinstance(source.thing, Trait):
        kind, rule = source.kind, "FG-3"
    elif source.kind == "environment":
        kind, rule = "environmental trait", ""
    else:
        kind, rule = "trait", "FG-51" if source.kind == "morale" else "FG-22"
    return AddedDice(name, named(source.thing), kind, source.rating, source.owner, under=rule)


def _attribute_agreed(
    contest: Contest[SceneT], side: Side, attempt: Attempt, source: Source, boon: Boon
) -> Procedure[bool]:
    """FG-3: a boon is tied to the attribute that made it unless the game master agrees otherwise."""
    if boon.attribute == attempt.attribute:
        return True
    form = yes_or_no("Agree", "Only with the attribute that made it")
    text = f"{boon.name} was made with {boon.attribute}. May {attempt.name} use it with {attempt.attribute}?"
    waiting = "The game master judges whether a boon helps with another attribute."
    agreed: bool = (yield Ask(GM, "another attribute", form, "FG-3", text, waiting, attempt.name)) == "yes"
    if not agreed:
        side.refused.append(source.key)
        contest.report(NotFitting, attempt.name, boon.name, under="FG-3")
    return agreed


def _spend(bearer: Character, thing: Boon | Bane) -> None:
    """FG-3: using it, it is gone; an enduring one loses 1 rating instead."""
    if thing.enduring and thing.rating > 1:
        thing.rating -= 1
    elif isinstance(thing, Boon):
        bearer.boons = [boon for boon in bearer.boons if boon is not thing]
    else:
        bearer.banes = [bane for bane in bearer.banes if bane is not thing]
