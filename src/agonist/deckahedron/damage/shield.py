"""DK-12, DK-21: what stands between a character and a Harm or a Wound: slots of armour, and a shield."""

from __future__ import annotations

from typing import Literal

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure
from agonist.tabletop import ask_of, deeds, said

from ..cards import CHECK
from ..deck.flips import flip
from ..people.scene import SPOKEN, Character, Hit, Part, S
from .slots import FITS, absorb_with, free_slots, slots_for, used, wanted
from .stamina import collapse_if_spent, lose_stamina, pay_for_wound_card

Token = Literal["harm", "wound"]
TOKENS: tuple[Token, ...] = ("harm", "wound")


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


def absorbed(contest: Contest[S], character: Character, token: Token, hit: Hit) -> Procedure[bool]:
    """DK-12: whether a token that is about to be taken is absorbed by a slot or avoided with a shield."""
    while character.up and (helps := _helps(character, token, hit)):
        usual = wanted(helps, hit.use) or "take"
        answer = yield from said(contest, usual, lambda: _how(character, token, hit))
        if answer == "take":
            return False
        kind, _, which = answer.partition(":")
        if kind != "shield":
            absorb_with(contest, character, token, answer, hit.use)
            return True
        used(answer, hit.use)
        if (yield from raise_shield(contest, character, token, int(which))):
            return True
    return False


def _how(character: Character, token: Token, hit: Hit) -> Ask:
    def form() -> Choice:
        slots = slots_for(character, token, hit.against)
        raised = "a shield has been raised this turn" if character.shield_raised else ""
        shields = [_shield(character, n, raised) for n in _fitting(character, token, hit)]
        return deeds([*slots, *shields, Option("take", f"Take the {token.title()}")])

    def usual() -> str:
        """Whatever helps, as far as the player wants to use it."""
        return wanted(_helps(character, token, hit), hit.use) or "take"

    text = f"{{who}}, a {token.title()} is coming. Does anything stop it?"
    waiting = f"{{who}} may absorb a {token.title()}."
    return ask_of(character, token, form, "DK-12", text, waiting, assume=usual, directed=True)


def _helps(character: Character, token: Token, hit: Hit) -> list[str]:
    """The shields and slots that could help now; a shield first, as it can be raised again (DK-12)."""
    return [*ready_shields(character, token, hit), *free_slots(character, token, hit.against)]


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
    which, _, takes = key.partition(":")
    if which == "shield":
        return [_shield(character, int(takes))]
    card = character.protection[int(which)]
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


def raise_shield(contest: Contest[S], character: Character, token: Token, n: int) -> Procedure[bool]:
    """DK-21: flip Dex; ✔✔ avoids it, ✔ avoids it for 1 Stamina, anything else does not help."""
    shield = character.protection[n].name
    character.shield_raised = True
    net, character.advantage = character.advantage, 0
    made = yield from flip(contest, character, character.suits["dex"], net, f"the {shield}")
    contest.report(ShieldTried, character.name, token, shield, made.result)
    if made.result == CHECK:
        yield from lose_stamina(contest, character, "physical", because="The shield costs a Stamina point.")
        collapse_if_spent(contest, character)
    yield from pay_for_wound_card(contest, character, made)
    return made.result >= CHECK


def ready_shields(character: Character, token: Token, hit: Hit) -> list[str]:
    """DK-21: the shields that could avoid this now, none of which has been raised this turn."""
    return [] if character.shield_raised else [f"shield:{n}" for n in _fitting(character, token, hit)]


def _fitting(character: Character, token: Token, hit: Hit) -> list[int]:
    return [
        n
        for n, card in enumerate(character.protection)
        if card.shield and card.shield in FITS[token] and card.helps_against(hit.against)
    ]


def _shield(character: Character, n: int, unavailable: str = "") -> Option:
    name, says = character.protection[n].name, "Flip Dex: ✔✔ avoids it, ✔ avoids it for 1 Stamina."
    return Option(f"shield:{n}", f"Raise the {name}", unavailable, says, "DK-21")
