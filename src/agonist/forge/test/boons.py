"""FG-3, FG-14: making boons and banes, and raising a difficulty to earn one."""

from __future__ import annotations

from typing import Any

from agonist.kernel import Choice, Contest, Event, Field, Fields, Option, Procedure, Text

from ..people.character import Character
from ..people.sheet import MOST_RATING, Attribute, Bane, Boon
from ..people.things import fresh, told_apart
from ..scene import Scene, SceneT, named
from .attempt import Side, Stake
from .moment import Word, word
from .offers import reveal_to_knowers
from .sources import Source, around, opponents, traits_against

AS_IT_IS = "enough"


def choice_of_boon_or_bane(scene: Scene, allies: list[str], foes: list[str]) -> Fields:
    """What to make, for or on whom, and what it is called: by default something that nobody has yet."""
    kinds = [Option("boon", "A boon", help="its bearer adds dice once", then=_of(allies))]
    if foes:
        kinds.append(
            Option("bane", "A bane", help="anyone adds dice against its bearer once", then=_of(foes))
        )
    name = fresh("AN EDGE", _names(scene))
    return Fields(
        fields=(
            Field("make", "Boon or bane", Choice(options=tuple(kinds))),
            Field("name", "Its name", Text(most=60, least=1, default=name)),
        )
    )


def _names(scene: Scene) -> list[str]:
    boons = [boon.name for character in scene.characters for boon in character.boons]
    return boons + [bane.name for character in scene.characters for bane in character.banes]


def _of(names: list[str]) -> Choice:
    return Choice(options=tuple(Option(name, name) for name in names))


def made(answer: dict[str, Any], rating: int) -> Stake:
    """The boon or bane that such an answer means."""
    make = answer["make"]
    return Stake(kind=make["pick"], rating=min(rating, MOST_RATING), bearer=make["with"], name=answer["name"])


class BoonOrBane(Event, frozen=True):
    rule = "FG-3"
    maker: str
    kind: str
    title: str
    rating: int
    bearer: str

    def text(self) -> str:
        place = "for" if self.kind == "boon" else "on"
        return f"{self.maker} makes a {self.kind} {place} {self.bearer}: {self.title}, rated {self.rating}."


def give(contest: Contest[SceneT], maker: str, attribute: Attribute, prize: Stake, *, passing: bool) -> None:
    """FG-3: a boon is tied to the attribute that made it, a bane is not."""
    bearer = contest.state.who(prize.bearer)
    if prize.kind == "boon":
        bearer.boons.append(Boon(prize.name, prize.rating, attribute, passing=passing))
    else:
        bearer.banes.append(Bane(prize.name, prize.rating, passing=passing))
    contest.report(BoonOrBane, maker, prize.kind, prize.name, prize.rating, bearer.name)


def raise_difficulty(contest: Contest[SceneT], side: Side) -> list[Word]:
    """FG-14: the main actor may raise the difficulty by a trait's rating, to earn a boon or bane rated so."""
    if side.raised or contest.closed("raise the difficulty"):
        return []
    scene = contest.state
    user = scene.who(side.main.name)
    if not _raising(scene, user):
        return []

    def form() -> Choice:
        mates = [c.name for c in scene.characters if c.team == user.team and c is not user and not c.out]
        then = choice_of_boon_or_bane(scene, [user.name, *mates], opponents(scene, side))
        ways = [_raise(scene, key, source, then) for key, source in _raising(scene, user).items()]
        return Choice(options=(*ways, Option(AS_IT_IS, "Roll as it is")), default=AS_IT_IS)

    def harder(answer: Any) -> Procedure[None]:
        _raised(contest, side, _raising(scene, user)[answer["pick"]], answer["with"])
        yield from ()

    texts = (
        "FG-14",
        f"{user.name}, do you make it harder, for a boon or bane if you succeed?",
        f"{user.name} may make it harder.",
    )
    return [word(user.seat, "raise the difficulty", form, AS_IT_IS, texts, user.name, harder, directed=True)]


def _raised(contest: Contest[SceneT], side: Side, source: Source, prize: dict[str, Any]) -> None:
    scene, trait = contest.state, source.thing
    side.raised = trait.rating
    if source.kind == "environment":
        scene.running().hindering.append(source.key)
    else:
        side.used.append(source.label)
    side.stake = made(prize, trait.rating)
    side.raised_by = source.label


class Raised(Event, frozen=True):
    rule = "FG-14"
    name: str
    trait: str
    rating: int
    kind: str
    prize: str

    def text(self) -> str:
        return f"{self.name} raises the difficulty by {self.rating} ({self.trait}) for a {self.kind}: {self.prize}."


def tell_raised(contest: Contest[SceneT], side: Side) -> None:
    """FG-14: that the difficulty was raised is told before the dice."""
    if side.stake is None:
        return
    user = contest.state.who(side.main.name)
    trait = told_apart(user.own_traits()).get(side.raised_by)
    name = named(trait) if trait is not None and side.raised_by in side.used else side.raised_by
    contest.report(Raised, user.name, name, side.raised, side.stake.kind, side.stake.name)
    if trait is not None and side.raised_by in side.used:
        reveal_to_knowers(contest, user, trait)


def _raising(scene: Scene, user: Character) -> dict[str, Source]:
    """An own trait or one of the environment that does not make the difficulty already."""
    own = [source for source in traits_against(scene, user) if source.kind == "trait"]
    found = [*own, *around(scene)]
    names = told_apart([source.thing for source in found])
    return {f"raise:{name}": source for name, source in zip(names, found, strict=True)}


def _raise(scene: Scene, key: str, source: Source, then: Fields) -> Option:
    test = scene.running()
    change = (
        f"your opponents count {source.rating} more effort"
        if test.contested
        else f"difficulty {test.difficulty} becomes {test.difficulty + source.rating}"
    )
    label = f"Raise by {source.rating}: {source.label}"
    return Option(key, label, help=f"{change}; who succeeds makes a boon or bane", then=then)
