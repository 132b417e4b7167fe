"""What is offered in a test: how a side stands, whether a trait fits, and who hears of a secret one."""

from __future__ import annotations

from collections.abc import Callable

from agonist.kernel import GM, Contest, Event, Procedure, yes_or_no

from ..people.character import Character
from ..people.sheet import Trait
from ..scene import Scene, SceneT, knowers, named
from .attempt import Side
from .moment import Word, word
from .sources import Source

NOTHING = "enough"
"""The answer to a step that is not taken."""


def standing(scene: Scene, side: Side) -> str:
    """How a side stands now, in words."""
    test = scene.running()
    effort = f"effort {scene.total(side)}"
    if not test.contested:
        return f"{effort}, difficulty {test.hardness(side)}"
    rivals = [other for other in scene.opposing(side) if other.main.rolled]
    return ", ".join([effort, *(_of_rival(scene, side, other) for other in rivals)])


def _of_rival(scene: Scene, side: Side, other: Side) -> str:
    """What a rival has; and what that takes, where somebody has made it harder (FG-14)."""
    effort, needed = scene.total(other), scene.difficulty(side, other)
    return f"{other.team} has {effort}" + (f", which takes {needed}" if needed != effort else "")


class NotFitting(Event, frozen=True):
    rule = "FG-22"
    name: str
    source: str

    def text(self) -> str:
        return f"The game master finds that {self.source} does not help {self.name} here."


def does_it_fit(
    contest: Contest[SceneT],
    side: Side,
    by: str,
    source: Source,
    dropped: Callable[[], None],
    *,
    directed: bool = False,
) -> list[Word]:
    """FG-22: the game master may object to a trait, for the table; not to one that has been used and not withdrawn.

    It is `directed` where no dice follow, during which the game master could speak up.
    """
    if contest.closed("does it fit"):
        return []
    reason = contest.state.memory.reason(by, source.owner, source.label)
    if not isinstance(source.thing, Trait) or (reason is not None and reason.stands == "yes"):
        return []
    trait = source.thing

    def refuse(_: str) -> Procedure[None]:
        side.refused.append(source.key)
        contest.report(NotFitting, by, named(trait))
        dropped()
        yield from ()

    whose = {"": "the environment’s", by: "the own trait"}.get(source.owner, f"{source.owner}’s")
    texts = (
        "FG-22",
        f"{by} would use {whose} {source.label} (rating {source.rating}). Does it fit?",
        "The game master may find that a trait does not fit.",
    )
    form = yes_or_no("It fits", "It does not fit", default=True)
    return [word(GM, "does it fit", form, "yes", texts, by, refuse, source.key, directed=directed)]


class SecretNamed(Event, frozen=True):
    """Names a secret trait to those who know it."""

    rule = "FG-46"
    owner: str
    trait: str

    def text(self) -> str:
        return f"The secret trait of {self.owner} is {self.trait}."


def reveal_to_knowers(contest: Contest[SceneT], owner: Character, trait: Trait) -> None:
    """Name a secret trait that was used to those who know it, and to nobody else."""
    if trait.secret:
        contest.report(SecretNamed, owner.name, trait.name, audience=knowers(contest.state, owner, trait))
