"""FG-3, FG-14: making boons and banes, and raising a difficulty to earn one."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from agonist.kernel import Answer, Ask, Choice, Contest, Form, Option, Text
from agonist.tabletop import Deed, Detail, Picked, Told, Window, ask_of, options, picked

from ..people.character import Character
from ..people.sheet import MOST_RATING, Attribute, Bane, Boon, fresh, told_apart
from ..scene import Scene, SceneT, named
from ..trial import Side, Stake
from .sources import NOTHING, Source, around, opponents, reveal_to_knowers, traits_against


class Make(Deed, frozen=True):
    """A boon or bane, for or on whom, and what it is called."""

    key, label, rule = "make", "A boon or bane", "FG-3"
    make: Annotated[Picked, Detail("Boon or bane")]
    name: Annotated[str, Detail("Its name")]

    def stake(self, rating: int) -> Stake:
        return Stake(
            "boon" if self.make.key == "boon" else "bane", min(rating, MOST_RATING), self.make.more, self.name
        )


def boon_or_bane(scene: Scene, allies: list[str], foes: list[str]) -> tuple[Form, Form]:
    """What to make and for or on whom, and by default a name that nothing has yet."""
    kinds = [Option("boon", "A boon", help="its bearer adds dice once", then=Choice(options(allies)))]
    if foes:
        gain = "anyone adds dice against its bearer once"
        kinds.append(Option("bane", "A bane", help=gain, then=Choice(options(foes))))
    names = [boon.name for character in scene.characters for boon in character.boons]
    names += [bane.name for character in scene.characters for bane in character.banes]
    name = Text(most=60, least=1, default=fresh("AN EDGE", names))
    return Choice(tuple(kinds)), name


class BoonOrBane(Told, frozen=True):
    rule, says = "FG-3", "{maker} makes a {kind} {kind:place} {bearer}: {title}, rated {rating}."
    ways = {"place": {"boon": "for", "bane": "on"}.__getitem__}
    maker: str
    kind: str
    title: str
    rating: int
    bearer: str


def give(contest: Contest[SceneT], maker: str, attribute: Attribute, prize: Stake, *, passing: bool) -> None:
    """FG-3: a boon is tied to the attribute that made it, a bane is not."""
    bearer = contest.state.who(prize.bearer)
    if prize.kind == "boon":
        bearer.boons.append(Boon(prize.name, prize.rating, attribute, passing=passing))
    else:
        bearer.banes.append(Bane(prize.name, prize.rating, passing=passing))
    contest.report(BoonOrBane, maker, prize.kind, prize.name, prize.rating, bearer.name)


RAISE = "raise the difficulty"


def raise_difficulty(contest: Contest[SceneT], side: Side) -> Window:
    """FG-14: the main actor may raise the difficulty by a trait's rating, to earn a boon or bane rated so."""
    return Window(RAISE, partial(_ask_to_raise, contest.state, side), partial(_harder, contest.state, side))


def _ask_to_raise(scene: Scene, side: Side) -> Ask | None:
    user = scene.who(side.main.name)

    def form() -> Choice:
        mates = [c.name for c in scene.characters if c.team == user.team and c is not user and not c.out]
        make, name = boon_or_bane(scene, [user.name, *mates], opponents(scene, side))
        then = Make.form(make=make, name=name)
        ways = [_raise(scene, key, source, then) for key, source in _raising(scene, user).items()]
        return Choice(options=(*ways, Option(NOTHING, "Roll as it is")), default=NOTHING)

    if side.raised or not _raising(scene, user):
        return None
    told = "{who}, do you make it harder, for a boon or bane if you succeed?", "{who} may make it harder."
    return ask_of(user, RAISE, form, "FG-14", *told, assume=NOTHING, interrupts=True, directed=True)


def _harder(scene: Scene, side: Side, answer: Answer) -> None:
    key, prize = picked(answer)
    source = _raising(scene, scene.who(side.main.name))[key]
    if source.kind == "environment":
        scene.running().hindering.append(source.key)
    else:
        side.used.append(source.label)
    side.raised, side.raised_by = source.rating, source.label
    side.stake = Make.made(prize).stake(source.rating)


class Raised(Told, frozen=True):
    rule, says = "FG-14", "{name} raises the difficulty by {rating} ({trait}) for a {kind}: {prize}."
    name: str
    trait: str
    rating: int
    kind: str
    prize: str


def tell_raised(contest: Contest[SceneT], side: Side) -> None:
    """FG-14: that the difficulty was raised is told before the dice."""
    if side.stake is None:
        return
    user = contest.state.who(side.main.name)
    own = told_apart(user.own_traits()).get(side.raised_by) if side.raised_by in side.used else None
    name = side.raised_by if own is None else named(own)
    contest.report(Raised, user.name, name, side.raised, side.stake.kind, side.stake.name)
    if own is not None:
        reveal_to_knowers(contest, user, own)


def _raising(scene: Scene, user: Character) -> dict[str, Source]:
    """An own trait or one of the environment that does not make the difficulty already."""
    own = [source for source in traits_against(scene, user) if source.kind == "trait"]
    found = [*own, *around(scene)]
    names = told_apart([source.thing for source in found])
    return {f"raise:{name}": source for name, source in zip(names, found, strict=True)}


def _raise(scene: Scene, key: str, source: Source, then: Form) -> Option:
    test = scene.running()
    change = (
        f"your opponents count {source.rating} more effort"
        if test.contested
        else f"difficulty {test.difficulty} becomes {test.difficulty + source.rating}"
    )
    label = f"Raise by {source.rating}: {source.label}"
    return Option(key, label, help=f"{change}; who succeeds makes a boon or bane", then=then)
