"""FG-15, FG-22, FG-23, FG-51: what can add dice to a roll or count against somebody, and whether it fits."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import msgspec

from agonist.kernel import GM, Ask, Contest, yes_or_no
from agonist.tabletop import Told, Window, amount

from ..people.character import Character
from ..people.sheet import Bane, Boon, Trait, told_apart
from ..scene import Scene, SceneT, knowers, named
from ..trial import Attempt, Side

BROKEN_MORALE = "BROKEN MORALE"


class Source(msgspec.Struct, frozen=True):
    """A trait of the environment or of somebody, a boon, a bane. `label` is its name among those of its owner."""

    kind: str
    owner: str
    label: str
    thing: Trait | Boon | Bane

    @property
    def key(self) -> str:
        return key_of(self.kind, self.owner, self.label)

    @property
    def rating(self) -> int:
        return self.thing.rating


@lru_cache(maxsize=1_000)
def key_of(kind: str, owner: str, label: str) -> str:
    return ":".join(part for part in (kind, owner, label) if part)


def misfortune_trait(character: Character) -> Trait | None:
    """FG-23: a misfortune counts as a trait with its severity; of several equal ones the last."""
    for box in reversed(character.misfortune):
        if box.harm:
            return Trait(box.harm, box.size)
    return None


def around(scene: Scene) -> list[Source]:
    """The traits of the environment that do not make the difficulty of this test already."""
    found, hindering = scene.environment, scene.running().hindering
    sources = [Source("environment", "", trait.name, trait) for trait in found]
    return [source for source in sources if source.key not in hindering] if hindering else sources


def traits_against(scene: Scene, character: Character, user: Character | None = None) -> list[Source]:
    """FG-22, FG-23, FG-51: all that counts as a trait of somebody, or of it what a user knows."""
    misfortune, below = misfortune_trait(character), -scene.morale_of(character.team)
    traits = character.own_traits()
    kinds = ["trait"] * len(traits)
    if misfortune:
        traits.append(misfortune)
        kinds.append("misfortune")
    if below > 0:
        traits.append(Trait(BROKEN_MORALE, below))
        kinds.append("morale")
    name, labels = character.name, told_apart(traits).items()
    return [
        Source(kind, name, label, trait)
        for kind, (label, trait) in zip(kinds, labels, strict=True)
        if not trait.secret or user is None or user.knows_of(character, trait)
    ]


def detriments(scene: Scene, side: Side) -> list[Source]:
    """FG-14, FG-22: the own traits and the misfortune that the main actor can suffer from in this test."""
    own = traits_against(scene, scene.who(side.main.name))
    return [
        source
        for source in own
        if source.kind != "morale"
        and source.label not in side.used
        and not (side.refused and source.key in side.refused)
    ]


def opponents(scene: Scene, side: Side) -> list[str]:
    """Whom a side tests against: all who oppose it in a contest, and who stands in the way of a challenge."""
    sides = scene.running().sides
    if len(sides) == 1:
        return scene.in_the_way()
    return [attempt.name for other in sides if other is not side for attempt in other.members]


def near(scene: Scene, side: Side, attempt: Attempt) -> list[Source]:
    """What around somebody may add dice to a roll now: nothing after an own trait (FG-14)."""
    found = [] if side.modified or attempt.environment else around(scene)
    return [source for source in found if source.key not in side.refused] if side.refused else found


def of_people(scene: Scene, side: Side, attempt: Attempt) -> list[Source]:
    """What else may: traits and banes of opponents and own boons, for the main actor alone (FG-20)."""
    if side.modified or attempt.source or attempt is not side.members[0]:
        return []
    user = scene.who(attempt.name)
    found: list[Source] = []
    for name in opponents(scene, side):
        found += _of_opponent(scene, user, scene.who(name))
    if user.boons:
        found += [Source("boon", user.name, label, boon) for label, boon in told_apart(user.boons).items()]
    closed = side.refused + scene.running().hindering
    return [source for source in found if source.key not in closed] if closed else found


def _of_opponent(scene: Scene, user: Character, opponent: Character) -> list[Source]:
    """The traits of an opponent that the user knows, and the opponent's banes."""
    known = traits_against(scene, opponent, user)
    if opponent.banes:
        banes = told_apart(opponent.banes).items()
        known += [Source("bane", opponent.name, label, bane) for label, bane in banes]
    return known


NOTHING = "enough"
"""The answer to a step that is not taken."""


def standing(scene: Scene, side: Side) -> str:
    """How a side stands now, in words."""
    test = scene.running()
    effort = amount(scene.total(side), "hit")
    lacks = test.lacks.get(side.main.name)
    still = "" if lacks is None else f": {lacks} too few" if lacks > 0 else ": enough"
    if not test.contested:
        return f"{effort}, {test.hardness(side)} needed{still}"
    rivals = [other for other in scene.opposing(side) if other.main.rolled]
    return ", ".join([effort, *(_of_rival(scene, side, other) for other in rivals)]) + still


def _of_rival(scene: Scene, side: Side, other: Side) -> str:
    """What a rival has; and what that takes, where somebody has made it harder (FG-14)."""
    effort, needed = scene.total(other), scene.difficulty(side, other)
    return f"{other.team} has {effort}" + (f", which takes {needed}" if needed != effort else "")


class NotFitting(Told, frozen=True):
    rule, says = "FG-22", "The game master finds that {source} does not help {name} here."
    name: str
    source: str


def does_it_fit(
    contest: Contest[SceneT],
    side: Side,
    by: str,
    source: Source,
    dropped: Callable[[], None],
    *,
    directed: bool = False,
) -> Window:
    """FG-22: the game master may object to a trait, for the table; not to one that has been used and not withdrawn.

    It is `directed` where no dice follow, during which the game master could speak up.
    """
    trait = source.thing

    def ask() -> Ask | None:
        reason = contest.state.memory.reason(by, source.owner, source.label)
        if not isinstance(trait, Trait) or (reason is not None and reason.stands == "yes"):
            return None
        whose = {"": "the environment’s", by: "the own trait"}.get(source.owner, f"{source.owner}’s")
        form = yes_or_no("It fits", "It does not fit", default=True)
        text = f"{by} would use {whose} {source.label} (rating {source.rating}). Does it fit?"
        waiting = "The game master may find that a trait does not fit."
        return Ask(GM, "does it fit", form, "FG-22", text, waiting, by, "yes", True, directed)

    def refuse(_: str) -> None:
        side.refused.append(source.key)
        contest.report(NotFitting, by, named(trait))
        dropped()

    return Window("does it fit", ask, refuse, f"{by}:{source.owner}:{source.label}")


class SecretNamed(Told, frozen=True):
    """Names a secret trait to those who know it."""

    rule, says = "FG-46", "The secret trait of {owner} is {trait}."
    owner: str
    trait: str


def reveal_to_knowers(contest: Contest[SceneT], owner: Character, trait: Trait) -> None:
    """Name a secret trait that was used to those who know it, and to nobody else."""
    if trait.secret:
        contest.report(SecretNamed, owner.name, trait.name, audience=knowers(contest.state, owner, trait))
