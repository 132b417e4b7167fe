"""FG-15: dice that are added to a roll: one environmental trait, and one trait, boon or bane."""

from __future__ import annotations

import msgspec

from ..kernel import GM, Ask, Contest, Option, Procedure, yes_or_no
from .attempt import Attempt, Side
from .character import Character, severity
from .events import AddedDice, Denied, NotFitting
from .offers import fits, offer, reveal_to_knowers
from .pool import add
from .scene import Scene, SceneT, named
from .sheet import Bane, Boon, Trait

__all__ = ["BROKEN_MORALE", "Source", "add_dice", "misfortune_trait", "sources"]

BROKEN_MORALE = "BROKEN MORALE"


class Source(msgspec.Struct, frozen=True):
    """Something that would add dice: an environmental trait, an opponent's trait, a boon, a bane."""

    kind: str
    owner: str
    thing: Trait | Boon | Bane

    @property
    def key(self) -> str:
        return ":".join(part for part in (self.kind, self.owner, self.thing.name) if part)

    def option(self, user: Attempt) -> Option:
        whose = f"{self.owner}’s " if self.owner and self.owner != user.name else ""
        some = "1 die" if self.thing.rating == 1 else f"{self.thing.rating} dice"
        label = f"Add {some}: {whose}{self.thing.name}"
        needs = isinstance(self.thing, Boon) and self.thing.attribute != user.attribute
        asks = ", if the game master agrees to another attribute" if needs else ""
        return Option(
            self.key, label, help=f"+{some}{asks}", rule="FG-3" if self.kind in ("boon", "bane") else "FG-15"
        )


def misfortune_trait(character: Character) -> Trait | None:
    """FG-23: a misfortune counts as a trait with its severity."""
    worst = severity(character.misfortune)
    names = [box.harm for box in character.misfortune if box.harm and box.size == worst]
    return Trait(names[-1], worst) if names else None


def sources(scene: Scene, side: Side, attempt: Attempt) -> list[Source]:
    """What may add dice to a roll now: only the main actor uses more than the environment (FG-20)."""
    found: list[Source] = []
    if not attempt.environment:
        hindering = scene.running().hindering
        found += [
            Source("environment", "", trait) for trait in scene.environment if trait.name not in hindering
        ]
    if attempt is side.main and not attempt.source:
        user = scene.who(attempt.name)
        for name in opponents(scene, side):
            found += opponent_sources(scene, user, scene.who(name))
        found += [Source("boon", user.name, boon) for boon in user.boons]
    return [source for source in found if f"{source.owner}:{source.thing.name}" not in side.refused]


def opponents(scene: Scene, side: Side) -> list[str]:
    """Whom a side tests against: all who oppose it in a contest, and who stands in the way of a challenge."""
    in_the_way = [] if scene.running().contested else scene.in_the_way()
    return [*(name for other in scene.opposing(side) for name in other.names), *in_the_way]


def opponent_sources(scene: Scene, user: Character, opponent: Character) -> list[Source]:
    """FG-22, FG-23, FG-51, FG-3: the traits of an opponent that the user knows, and the opponent's banes."""
    traits = [trait for trait in opponent.own_traits() if user.knows_of(opponent, trait)]
    misfortune = misfortune_trait(opponent)
    below = -scene.morale_of(opponent.team)
    return [
        *(Source("trait", opponent.name, trait) for trait in traits),
        *([Source("misfortune", opponent.name, misfortune)] if misfortune else []),
        *([Source("morale", opponent.name, Trait(BROKEN_MORALE, below))] if below > 0 else []),
        *(Source("bane", opponent.name, bane) for bane in opponent.banes),
    ]


def add_dice(contest: Contest[SceneT], side: Side, attempt: Attempt) -> Procedure[None]:
    """FG-14, FG-15: offer dice until both kinds are used or no more are wanted."""
    scene = contest.state

    def options() -> list[Option]:
        return list({s.key: s.option(attempt) for s in sources(scene, side, attempt)}.values())

    while True:
        key = yield from offer(scene, side, attempt, "add dice", "FG-15", "Add no more dice", options)
        if key is None:
            return
        source = next((s for s in sources(scene, side, attempt) if s.key == key), None)
        if source is not None:
            yield from use(contest, side, attempt, source)


def use(contest: Contest[SceneT], side: Side, attempt: Attempt, source: Source) -> Procedure[None]:
    """Use one source of dice: an opponent's trait has to fit and may be denied, a boon or bane is spent."""
    scene, thing = contest.state, source.thing
    if source.kind == "environment":
        attempt.environment = True
        contest.report(AddedDice(attempt.name, thing.name, "environmental trait", thing.rating))
    elif isinstance(thing, Trait):
        owner = scene.who(source.owner)
        if not (yield from fits(contest, side, attempt.name, owner, thing)):
            return
        attempt.source = True
        reveal_to_knowers(contest, owner, thing)
        if (yield from _denied(contest, attempt, owner, thing)):
            return
        rule = "FG-51" if source.kind == "morale" else "FG-22"
        contest.report(AddedDice(attempt.name, named(thing), "trait", thing.rating, owner.name, under=rule))
    else:
        if isinstance(thing, Boon) and not (yield from _attribute_agreed(contest, side, attempt, thing)):
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


def _attribute_agreed(contest: Contest[SceneT], side: Side, attempt: Attempt, boon: Boon) -> Procedure[bool]:
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
        side.refused.append(f"{attempt.name}:{boon.name}")
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
