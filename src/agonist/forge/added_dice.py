"""FG-15: dice that are added to a roll: one environmental trait, and one trait, boon or bane."""

from __future__ import annotations

from ..kernel import GM, Ask, Contest, Option, Procedure, yes_or_no
from .attempt import Attempt, Side
from .character import Character
from .events import AddedDice, Denied, NotFitting
from .offers import fits, offer, reveal_to_knowers
from .pool import add
from .scene import SceneT, named
from .sheet import Bane, Boon, Trait
from .sources import Source, sources

__all__ = ["add_dice"]


def option(source: Source, user: Attempt) -> Option:
    """What a source would add."""
    thing = source.thing
    whose = f"{source.owner}’s " if source.owner and source.owner != user.name else ""
    needs = isinstance(thing, Boon) and thing.attribute != user.attribute
    asks = ", if the game master agrees to another attribute" if needs else ""
    rule = "FG-3" if source.kind in ("boon", "bane") else "FG-15"
    some = "1 die" if thing.rating == 1 else f"{thing.rating} dice"
    label, dice = f"Add {some}: {whose}{source.label}", (("dice", thing.rating),)
    return Option(source.key, label, help=f"+{some}{asks}", rule=rule, leaves=dice)


def add_dice(contest: Contest[SceneT], side: Side, attempt: Attempt) -> Procedure[None]:
    """FG-14, FG-15: offer dice until both kinds are used or no more are wanted."""
    scene = contest.state

    def options() -> list[Option]:
        return [option(source, attempt) for source in sources(scene, side, attempt)]

    while True:
        key = yield from offer(scene, side, attempt, "add dice", "FG-15", "Add no more dice", options)
        if key is None:
            return
        source = next((s for s in sources(scene, side, attempt) if s.key == key), None)
        if source is not None:
            yield from use(contest, side, attempt, source)


def use(contest: Contest[SceneT], side: Side, attempt: Attempt, source: Source) -> Procedure[None]:
    """Use one source of dice: a trait has to fit, an opponent's may be denied, a boon or bane is spent."""
    scene, thing = contest.state, source.thing
    if isinstance(thing, Trait) and not (yield from fits(contest, side, attempt.name, source)):
        return
    if source.kind == "environment":
        attempt.environment = True
        contest.report(AddedDice(attempt.name, thing.name, "environmental trait", thing.rating))
    elif isinstance(thing, Trait):
        owner = scene.who(source.owner)
        attempt.source = True
        reveal_to_knowers(contest, owner, thing)
        if (yield from _denied(contest, attempt, owner, thing)):
            return
        rule = "FG-51" if source.kind == "morale" else "FG-22"
        contest.report(AddedDice(attempt.name, named(thing), "trait", thing.rating, owner.name, under=rule))
    else:
        if isinstance(thing, Boon) and not (
            yield from _attribute_agreed(contest, side, attempt, source, thing)
        ):
            return
        attempt.source = True
        contest.report(
            AddedDice(attempt.name, thing.name, source.kind, thing.rating, source.owner, under="FG-3")
        )
    rating = thing.rating
    if isinstance(thing, Boon | Bane):
        _spend(scene.who(source.owner), thing)
    yield from add(contest, side, attempt, rating, "added dice", "FG-15")


def _denied(contest: Contest[SceneT], attempt: Attempt, owner: Character, trait: Trait) -> Procedure[bool]:
    """FG-22: the owner may deny the dice by Favor equal to the trait's rating."""
    rating = trait.rating
    if owner.favor < rating:
        return False
    answer = yield Ask(
        owner.seat,
        "deny the dice",
        yes_or_no(
            f"Spend {rating} Favor: no dice for {attempt.name}",
            "Let it happen",
            help=f"You have {owner.favor} Favor",
        ),
        "FG-22",
        f"{owner.name}, {attempt.name} uses your {trait.name} for {rating} more dice. Do you deny them?",
        f"{owner.name} may deny the dice.",
        owner.name,
    )
    if answer != "yes":
        return False
    owner.pay(rating)
    contest.report(Denied(owner.name, named(trait), rating, attempt.name))
    return True


def _attribute_agreed(
    contest: Contest[SceneT], side: Side, attempt: Attempt, source: Source, boon: Boon
) -> Procedure[bool]:
    """FG-3: a boon is tied to the attribute that made it unless the game master agrees otherwise."""
    if boon.attribute == attempt.attribute:
        return True
    answer = yield Ask(
        GM,
        "another attribute",
        yes_or_no("Agree", "Only with the attribute that made it"),
        "FG-3",
        f"{boon.name} was made with {boon.attribute}. May {attempt.name} use it with {attempt.attribute}?",
        "The game master judges whether a boon helps with another attribute.",
        attempt.name,
    )
    if answer != "yes":
        side.refused.append(source.key)
        contest.report(NotFitting(attempt.name, boon.name, under="FG-3"))
    return bool(answer == "yes")


def _spend(bearer: Character, thing: Boon | Bane) -> None:
    """FG-3: using it, it is gone; an enduring one loses 1 rating instead."""
    if thing.enduring and thing.rating > 1:
        thing.rating -= 1
    elif isinstance(thing, Boon):
        bearer.boons = [boon for boon in bearer.boons if boon is not thing]
    else:
        bearer.banes = [bane for bane in bearer.banes if bane is not thing]
