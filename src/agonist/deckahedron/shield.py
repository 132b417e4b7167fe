"""DK-12, DK-21: what stands between a character and a Harm or a Wound: slots of armour, and a shield."""

from __future__ import annotations

from typing import Literal

from agonist.kernel import Ask, Choice, Contest, Option, Procedure

from .cards import CHECK
from .events import ShieldTried
from .flips import flip, pay_for_wound_card
from .piles import may_reshuffle_before_flip, reshuffle
from .scene import Character, Hit, S
from .slots import FITS, absorb_with, slots_for
from .stamina import collapse_if_spent, lose_stamina

Token = Literal["harm", "wound"]
TOKENS: tuple[Token, ...] = ("harm", "wound")


def absorbed(contest: Contest[S], character: Character, token: Token, hit: Hit) -> Procedure[bool]:
    """DK-12: whether a token that is about to be taken is absorbed by a slot or avoided with a shield."""
    while character.up and protections(character, token, hit):
        answer = yield Ask(
            character.seat,
            token,
            lambda: Choice(
                options=(*protections(character, token, hit), Option("take", f"Take the {token.title()}"))
            ),
            "DK-12",
            f"{character.name}, a {token.title()} is coming. Does anything stop it?",
            waiting=f"{character.name} may absorb a {token.title()}.",
            about=character.name,
        )
        if answer == "take":
            return False
        if answer == "reshuffle":
            reshuffle(contest, character)
        elif answer.startswith("shield:"):
            avoided = yield from raise_shield(contest, character, token, int(answer.partition(":")[2]))
            if avoided:
                return True
        else:
            absorb_with(contest, character, token, answer)
            return True
    return False


def protections(character: Character, token: Token, hit: Hit) -> tuple[Option, ...]:
    """The slots and shields that could help now; nothing if none could."""
    slots = slots_for(character, token, hit.against)
    shields = _shields(character, token, hit)
    if not slots and all(shield.unavailable for shield in shields):
        return ()
    if not any(not shield.unavailable for shield in shields) or not may_reshuffle_before_flip(character):
        return (*slots, *shields)
    first = Option(
        "reshuffle", "Reshuffle before the flip", rule="DK-3", help=f"{len(character.discard)} cards go back."
    )
    return (*slots, *shields, first)


def raise_shield(contest: Contest[S], character: Character, token: Token, n: int) -> Procedure[bool]:
    """DK-21: flip Dex; ✔✔ avoids it, ✔ avoids it for 1 Stamina, anything else does not help."""
    shield = character.protection[n].name
    character.shield_raised = True
    net, character.advantage = character.advantage, 0
    made = yield from flip(contest, character, character.suit("dex"), net, f"the {shield}")
    contest.report(ShieldTried(character.name, token, shield, made.result))
    if made.result == CHECK:
        yield from lose_stamina(contest, character, "physical", because="The shield costs a Stamina point.")
        yield from collapse_if_spent(contest, character)
    yield from pay_for_wound_card(contest, character, made)
    return made.result >= CHECK


def may_raise_shield(character: Character, token: Token, hit: Hit) -> bool:
    """DK-21: whether there is a shield that could avoid this now."""
    return any(not shield.unavailable for shield in _shields(character, token, hit))


def _shields(character: Character, token: Token, hit: Hit) -> list[Option]:
    used = "a shield has been raised this turn" if character.shield_raised else ""
    return [
        Option(
            f"shield:{n}",
            f"Raise the {card.name}",
            used,
            "Flip Dex: ✔✔ avoids it, ✔ avoids it for 1 Stamina.",
            "DK-21",
        )
        for n, card in enumerate(character.protection)
        if card.shield and card.shield in FITS[token] and card.helps_against(hit.against)
    ]
