"""A hit as a contest of its own: damage comes in from anywhere, and characters take it."""

from __future__ import annotations

from agonist.kernel import Contest, Outcome, Procedure
from agonist.tabletop import refuse

from ..damage.phases import suffer
from ..deck.dice import parse
from ..deck.moment import left_to_tell, tell
from ..people.characters import made
from ..people.scene import Hit, Scene, direct_hits
from ..players import HIT_ORDERS
from .common import (
    Aftermath,
    HitSetup,
    SceneOptions,
    SceneType,
    aftermath,
)

MOST_DAMAGE = 60
"""More than anybody could take, and every split of it can still be shown."""


class HitType(SceneType[Scene]):
    """DK-10: roll, split, absorb, narrate, for each character who is hit."""

    name, title = "hit", "A hit"
    blurb = "Damage comes in: roll it, split it, absorb what you can, and tell how it looked."
    state_type, setup_type, orders = Scene, HitSetup, HIT_ORDERS
    aim = "chance to stay up"

    def check(self, setup: HitSetup, options: object) -> None:
        super().check(setup, options)
        directly = setup.stamina + setup.harm + setup.wounds
        if setup.damage and not directly:
            _check_damage(setup.damage)
        elif setup.damage or not directly:
            right = "damage such as 1d6, or no damage and some Stamina, Harm or Wounds"
            refuse("A hit is either rolled or taken directly.", right, "damage")
        if not any(made(each).up for each in setup.characters):
            refuse("Nobody can be hit.", "a character who is up", "characters")

    def begin(self, setup: HitSetup, options: SceneOptions) -> Scene:
        return Scene(**self.scene(setup, options), hits=[_hit(setup, each.name) for each in setup.characters])

    def turn(self, contest: Contest[Scene]) -> Procedure[None]:
        return suffer(contest) if contest.state.hits else narrate(contest)

    def settling(self, state: Scene) -> bool:
        return bool(state.hits)

    def outcome(self, state: Scene) -> Outcome | None:
        return None if state.hits or state.tellings else Aftermath(**aftermath(state, "DK-10"))

    def success(self, state: Scene, outcome: Outcome, seat: str) -> float:
        """Whether the characters whom the seat plays are still up."""
        mine = [each.up for each in state.characters if each.seat == seat]
        return sum(mine) / len(mine) if mine else 0.5


def narrate(contest: Contest[Scene]) -> Procedure[None]:
    """DK-10, phase four: who was hit tells what that looked like, and the game master what it means."""
    tell(contest, (yield tuple(left_to_tell(contest, "narration", "incapacitation"))))


def _check_damage(text: str) -> None:
    """DK-11: something, and no more than splits can be shown for."""
    dice, right = parse(text, "damage"), f"{MOST_DAMAGE} at the most, such as 3d20"
    if not any(dice):
        refuse("Damage of 0 does nothing.", "1 or more", "damage")
    if dice.most > MOST_DAMAGE:
        refuse(f"{text} is {dice.most} at the most.", right, "damage")


def _hit(setup: HitSetup, victim: str) -> Hit:
    if setup.damage:
        return Hit(victim, setup.source, setup.damage, setup.against)
    return direct_hits([victim], setup.source, setup, setup.against)[0]
