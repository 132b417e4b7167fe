"""DK-12, DK-21: what stands between a character and a Harm or a Wound: slots of armour, and a shield."""

from __future__ import annotations

from typing import Literal

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure

from .cards import CHECK
from .flips import flip, pay_for_wound_card
from .scene import Character, Hit, Part, S
from .slots import FITS, absorb_with, free_slots, slots_for, used, wanted
from .stamina import collapse_if_spent, lose_stamina
from .wording import SPOKEN


class ShieldTried(Event, frozen=True):
    rule = "DK-21"
    who: str
    part: str
    shield: str
    result: int

    def text(self) -> str:
        how = {
            4: f"{self.who} catches {SPOKEN[self.part]} on the {self.shield}.",
            3: f"{self.who} gets the {self.shield} up against {SPOKEN[self.part]}, at the price of 1 Stamina.",
        }
        return how.get(self.result, f"{self.who}'s {self.shield} comes too late.")


Token = Literal["harm", "wound"]
TOKENS: tuple[Token, ...] = ("harm", "wound")


def absorbed(contest: Contest[S], character: Character, token: Token, hit: Hit) -> Procedure[bool]:
    """DK-12: whether a token that is about to be taken is absorbed by a slot or avoided with a shield."""
    if contest.quiet and hit.use == []:
        return False
    while character.up and (helps := _helps(character, token, hit)):
        answer = _usual(helps, hit) if contest.quiet else (yield _how(character, token, hit))
        if answer == "take":
            return False
        if answer.startswith("shield:"):
            used(answer, hit.use)
            avoided = yield from raise_shield(contest, character, token, int(answer.partition(":")[2]))
            if avoided:
                return True
        else:
            absorb_with(contest, character, token, answer, hit.use)
            return True
    return False


def _how(character: Character, token: Token, hit: Hit) -> Ask:
    return Ask(
        character.seat,
        token,
        lambda: Choice(
            options=(*protections(character, token, hit), Option("take", f"Take the {token.title()}"))
        ),
        "DK-12",
        f"{character.name}, a {token.title()} is coming. Does anything stop it?",
        waiting=f"{character.name} may absorb a {token.title()}.",
        about=character.name,
        assume=lambda: _usual(_helps(character, token, hit), hit),
        directed=True,
    )


def _helps(character: Character, token: Token, hit: Hit) -> list[str]:
    """The shields and slots that could help now; a shield first, as it can be raised again (DK-12)."""
    return [*ready_shields(character, token, hit), *free_slots(character, token, hit.against)]


def protections(character: Character, token: Token, hit: Hit) -> tuple[Option, ...]:
    """The slots and shields that could help now, as options."""
    return (*slots_for(character, token, hit.against), *_shields(character, token, hit))


def _usual(helps: list[str], hit: Hit) -> str:
    """DK-12: whatever helps, as far as the player wants to use it."""
    return wanted(helps, hit.use) or "take"


def helpful(character: Character, hit: Hit) -> list[tuple[Option, list[Part]]]:
    """DK-12: every slot and shield that could be used against a hit, with the parts it helps against.

    A slot for Stamina helps against all of them, as a Harm or a Wound costs a Stamina point too (DK-15, DK-16).
    """
    found: dict[str, list[Part]] = {}
    for token in reversed(TOKENS):
        for key in (*free_slots(character, token, hit.against), *ready_shields(character, token, hit)):
            found.setdefault(key, []).append(token)
    for key in free_slots(character, "stamina", hit.against):
        found[key] = ["wound", "harm", "stamina"]
    return [(option, against) for key, against in found.items() for option in _named(character, key)]


def _named(character: Character, key: str) -> list[Option]:
    """A shield, or each of the slots that are alike, by what it is."""
    if key.startswith("shield:"):
        shield = character.protection[int(key.partition(":")[2])]
        return [Option(key, f"Raise the {shield.name}", help=_FLIP, rule="DK-21")]
    n, _, takes = key.partition(":")
    card = character.protection[int(n)]
    alike = sum(slot.takes == takes and not slot.filled for slot in card.slots)
    what = f"slot for {takes.replace('-', ' ')}"
    return [
        Option(
            f"{key}:{m}" if m else key,
            f"{card.name.capitalize()}: {'another' if m else 'a'} {what}",
            rule="DK-12",
        )
        for m in (0, *range(2, alike + 1))
    ]


_FLIP = "Flip Dex: ✔✔ avoids it, ✔ avoids it for 1 Stamina."


def raise_shield(contest: Contest[S], character: Character, token: Token, n: int) -> Procedure[bool]:
    """DK-21: flip Dex; ✔✔ avoids it, ✔ avoids it for 1 Stamina, anything else does not help."""
    shield = character.protection[n].name
    character.shield_raised = True
    net, character.advantage = character.advantage, 0
    made = yield from flip(contest, character, character.suit("dex"), net, f"the {shield}")
    contest.report(ShieldTried, character.name, token, shield, made.result)
    if made.result == CHECK:
        yield from lose_stamina(contest, character, "physical", because="The shield costs a Stamina point.")
        collapse_if_spent(contest, character)
    yield from pay_for_wound_card(contest, character, made)
    return made.result >= CHECK


def may_raise_shield(character: Character, token: Token, hit: Hit) -> bool:
    """DK-21: whether there is a shield that could avoid this now."""
    return bool(ready_shields(character, token, hit))


def ready_shields(character: Character, token: Token, hit: Hit) -> list[str]:
    """DK-21: the shields that could avoid this now, none of which has been raised this turn."""
    return [] if character.shield_raised else [f"shield:{n}" for n in _fitting(character, token, hit)]


def _fitting(character: Character, token: Token, hit: Hit) -> list[int]:
    return [
        n
        for n, card in enumerate(character.protection)
        if card.shield and card.shield in FITS[token] and card.helps_against(hit.against)
    ]


def _shields(character: Character, token: Token, hit: Hit) -> list[Option]:
    used = "a shield has been raised this turn" if character.shield_raised else ""
    return [
        Option(
            f"shield:{n}",
            f"Raise the {character.protection[n].name}",
            used,
            _FLIP,
            "DK-21",
        )
        for n in _fitting(character, token, hit)
    ]
