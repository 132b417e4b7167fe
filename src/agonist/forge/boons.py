"""FG-3, FG-14: making boons and banes, and raising a difficulty to earn one."""

from __future__ import annotations

from typing import Any

from ..kernel import Choice, Contest, Field, Fields, Option, Procedure, Text
from .added_dice import opponents
from .attempt import Side, Stake
from .events import BoonOrBane, Raised
from .offers import offer, reveal_to_knowers
from .scene import Scene, SceneT, named
from .sheet import Attribute, Bane, Boon, Trait

__all__ = ["choice_of_boon_or_bane", "give", "made", "raise_difficulty"]


def choice_of_boon_or_bane(allies: list[str], foes: list[str]) -> Fields:
    """What to make, for or on whom, and what it is called."""
    kinds = [Option("boon", "A boon", help="its bearer adds dice once", then=_of(allies))]
    if foes:
        kinds.append(
            Option("bane", "A bane", help="anyone adds dice against its bearer once", then=_of(foes))
        )
    return Fields(
        fields=(
            Field("make", "Boon or bane", Choice(options=tuple(kinds))),
            Field("name", "Its name", Text(most=60, least=1, default="AN EDGE")),
        )
    )


def _of(names: list[str]) -> Choice:
    return Choice(options=tuple(Option(name, name) for name in names))


def made(answer: dict[str, Any], rating: int) -> Stake:
    """The boon or bane that such an answer means."""
    make = answer["make"]
    return Stake(kind=make["pick"], rating=rating, bearer=make["with"], name=answer["name"])


def give(contest: Contest[SceneT], maker: str, attribute: Attribute, prize: Stake, *, passing: bool) -> None:
    """FG-3: a boon is tied to the attribute that made it, a bane is not."""
    bearer = contest.state.who(prize.bearer)
    if prize.kind == "boon":
        bearer.boons.append(Boon(prize.name, prize.rating, attribute, passing=passing))
    else:
        bearer.banes.append(Bane(prize.name, prize.rating, passing=passing))
    contest.report(BoonOrBane(maker, prize.kind, prize.name, prize.rating, bearer.name))


def raise_difficulty(contest: Contest[SceneT], side: Side) -> Procedure[None]:
    """FG-14: the main actor may raise the difficulty by a trait's rating, to earn a boon or bane rated so."""
    scene, attempt = contest.state, side.main
    user = scene.who(attempt.name)

    def options() -> list[Option]:
        allies = [
            user.name,
            *(c.name for c in scene.characters if c.team == user.team and c is not user and not c.out),
        ]
        then = choice_of_boon_or_bane(allies, opponents(scene, side))
        return list({t.name: _raise(scene, t, then) for t in _traits(scene, user.own_traits())}.values())

    answer = yield from offer(scene, side, attempt, "raise the difficulty", "FG-14", "Roll as it is", options)
    if answer is None:
        return
    trait = next(t for t in _traits(scene, user.own_traits()) if f"raise:{t.name}" == answer["pick"])
    side.raised = trait.rating
    (scene.running().hindering if trait in scene.environment else side.used).append(trait.name)
    side.stake = made(answer["with"], trait.rating)
    contest.report(Raised(user.name, named(trait), trait.rating, side.stake.kind, side.stake.name))
    reveal_to_knowers(contest, user, trait)


def _traits(scene: Scene, own: list[Trait]) -> list[Trait]:
    """An own trait or one of the environment that does not make the difficulty already."""
    return [*own, *(trait for trait in scene.environment if trait.name not in scene.running().hindering)]


def _raise(scene: Scene, trait: Trait, then: Fields) -> Option:
    test = scene.running()
    change = (
        f"your opponents count {trait.rating} more effort"
        if test.contested
        else f"difficulty {test.difficulty} becomes {test.difficulty + trait.rating}"
    )
    label = f"Raise by {trait.rating}: {trait.name}"
    return Option(
        f"raise:{trait.name}", label, help=f"{change}; who succeeds makes a boon or bane", then=then
    )
