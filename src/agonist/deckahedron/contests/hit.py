"""A hit as a contest of its own: damage comes in from anywhere, and characters take it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from agonist.kernel import Combatant, Contest, ContestType, Outcome, Procedure, SetupRefused
from agonist.tabletop import HouseRuled

from ..damage.phases import suffer
from ..deck.dice import parse
from ..deck.tellings import left_to_tell, tell
from ..people.characters import check_characters, enlist, made, seats_for, supply_for
from ..people.scene import Hit, Scene, direct_hits
from ..people.standing import STAMINA_LEFT, standing
from ..players.bots import BOTS
from ..players.orders import HIT_ORDERS
from .outcomes import Aftermath, how_they_are, sheets_of, what_is_left
from .setup import HitSetup, SceneOptions

MOST_DAMAGE = 60
"""More than anybody could take, and every split of it can still be shown."""


class HitType(HouseRuled, ContestType[Scene]):
    """DK-10: roll, split, absorb, narrate, for each character who is hit."""

    name, title, blurb = (
        "hit",
        "A hit",
        "Damage comes in: roll it, split it, absorb what you can, and tell how it looked.",
    )
    state_type, setup_type, options_type, bots = Scene, HitSetup, SceneOptions, BOTS
    left_is = STAMINA_LEFT
    orders = HIT_ORDERS
    aim = "chance to stay up"

    def check(self, setup: HitSetup, options: object) -> None:
        check_characters(setup.characters)
        directly = setup.stamina + setup.harm + setup.wounds
        if setup.damage and not directly:
            _check_damage(setup.damage)
        elif setup.damage or not directly:
            right = "damage such as 1d6, or no damage and some Stamina, Harm or Wounds"
            raise SetupRefused("A hit is either rolled or taken directly.", accepted=right, place="damage")
        if not any(made(each).up for each in setup.characters):
            raise SetupRefused("Nobody can be hit.", accepted="a character who is up", place="characters")

    def seats(self, setup: HitSetup) -> dict[str, str]:
        return seats_for(setup.characters)

    def begin(self, setup: HitSetup, options: SceneOptions) -> Scene:
        characters = [made(each) for each in setup.characters]
        hits = [_hit(setup, each.name) for each in characters]
        return Scene(characters, supply_for(characters), hits, knobs=options.house)

    def turn(self, contest: Contest[Scene]) -> Procedure[None]:
        return suffer(contest) if contest.state.hits else narrate(contest)

    def settling(self, state: Scene) -> bool:
        return bool(state.hits)

    def outcome(self, state: Scene) -> Outcome | None:
        if state.hits or state.tellings:
            return None
        return Aftermath(
            summary=how_they_are(state.characters),
            rule="DK-10",
            left=what_is_left(state.characters),
            sheets=sheets_of(state.characters),
        )

    def success(self, state: Scene, outcome: Outcome, seat: str) -> float:
        """Whether the characters whom the seat plays are still up."""
        mine = [each.up for each in state.characters if each.seat == seat]
        return sum(mine) / len(mine) if mine else 0.5

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return standing(seen)

    def enlist(self, setup: HitSetup, name: str, sheet: Any, seat: str) -> HitSetup:
        return msgspec.structs.replace(setup, characters=enlist(setup.characters, name, sheet, seat))


def narrate(contest: Contest[Scene]) -> Procedure[None]:
    """DK-10, phase four: who was hit tells what that looked like, and the game master what it means."""
    tell(contest, (yield tuple(left_to_tell(contest, "narration", "incapacitation"))))


def _check_damage(text: str) -> None:
    """DK-11: something, and no more than splits can be shown for."""
    dice = parse(text, "damage")
    if not any(dice):
        raise SetupRefused("Damage of 0 does nothing.", accepted="1 or more", place="damage")
    if dice.most > MOST_DAMAGE:
        raise SetupRefused(
            f"{text} is {dice.most} at the most.",
            accepted=f"{MOST_DAMAGE} at the most, such as 3d20",
            place="damage",
        )


def _hit(setup: HitSetup, victim: str) -> Hit:
    if setup.damage:
        return Hit(victim, setup.source, setup.damage, setup.against)
    return direct_hits([victim], setup.source, setup, setup.against)[0]
