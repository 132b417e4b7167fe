"""DK-20, DK-21: slots and shields."""

from typing import Any

import msgspec
import pytest

from agonist.deckahedron.contests.fight import next_step
from agonist.deckahedron.damage.phases import split_for, take_harm, take_wound
from agonist.deckahedron.damage.shield import ShieldTried, absorbed
from agonist.deckahedron.damage.slots import (
    Absorbed,
    absorb_with,
    filled_with_stamina,
    free,
    free_all,
    free_one,
    slots_for,
)
from agonist.deckahedron.damage.stamina import StaminaLost
from agonist.deckahedron.people.characters import protection
from agonist.deckahedron.people.scene import Hit
from tests.deckahedron.small import Card, asked, bera, fight, foe, play, scene, told, with_piles

EITHER = "harm-or-wound"


@pytest.mark.parametrize(
    ("card", "slots", "against"),
    [
        (Card("leather"), [EITHER], "physical"),
        (Card("padded"), ["harm", "harm", EITHER], "physical"),
        (Card("Full Plate"), [EITHER, EITHER, EITHER], "physical"),
        (Card("good cardio"), ["stamina"], "physical"),
        (Card("good cardio", level=3), ["stamina"] * 3, "physical"),
        (Card("sangfroid", level=2), ["stamina"] * 2, "mental"),
    ],
)
def test_dk_20_the_ready_cards(card, slots, against) -> None:
    """DK-20: their slots, and what they help against."""
    made = protection(card)
    assert [slot.takes for slot in made.slots] == slots
    assert made.against == against
    assert not any(slot.filled for slot in made.slots)


def test_dk_20_a_filled_slot_stays_filled() -> None:
    """DK-20: the next Harm finds it full."""
    character = bera(protection=(Card("leather"),))
    contest = scene(character)
    play(take_harm(contest, character, Hit("Bera", "A club")), f"0:{EITHER}")
    play(take_harm(contest, character, Hit("Bera", "A club")), ["1334s"])
    assert (character.harm, character.protection[0].slots[0].filled) == (1, True)


def test_dk_20_a_card_of_ones_own_keeps_its_slots() -> None:
    """DK-20: also those that are filled already."""
    data = {"name": "mother's coat", "slots": [{"takes": "harm", "filled": True}, {"takes": "harm"}]}
    character = bera(protection=(msgspec.convert(data, Card),))
    contest = scene(character)
    play(take_harm(contest, character, Hit("Bera", "A club")), "0:harm")
    assert all(slot.filled for slot in character.protection[0].slots)


@pytest.mark.parametrize(
    ("card", "avoided", "stamina"),
    [("4444s", True, 10), ("2234", True, 9), ("1223", False, 10), ("2212x", False, 10)],
)
def test_dk_21_what_a_shield_does(card, avoided, stamina) -> None:
    """DK-21: Dex on Crown: ✔✔ avoids, ✔ avoids for 1 Stamina, ✗ and ✗✗ do not help."""
    character = bera(protection=(Card("buckler"),))
    contest = scene(character)
    choices: dict[str, list[Any]] = {"4444s": [["4444b"]], "2234": ["lose", ["1334s"]]}
    found = play(
        absorbed(contest, character, "harm", Hit("Bera", "A club")),
        "shield:0",
        [card],
        *choices.get(card, []),
    )
    assert (found, character.stamina) == (avoided, stamina)
    assert told(contest, ShieldTried)[0].result == int(card[2])


def test_dk_21_a_buckler_is_for_harm_only() -> None:
    """DK-21: Harm, or Harm or Wound, by the shield."""
    character = bera(protection=(Card("buckler"), Card("tower shield")))
    ask = asked(take_wound(scene(character), character, Hit("Bera", "A spear")))
    assert [option.key for option in ask.legal().options] == ["shield:1", "take"]
    ask = asked(take_harm(scene(character), character, Hit("Bera", "A spear")))
    assert [option.key for option in ask.legal().options] == ["shield:0", "shield:1", "take"]


@pytest.mark.parametrize(("shield", "helps"), [("buckler", {"harm"}), ("tower shield", {"harm", "wound"})])
def test_dk_21_a_split_tells_of_a_shield_only_where_it_could_be_raised(shield, helps) -> None:
    """DK-21, DK-11: not against Wounds with a buckler, not against Stamina, not twice in a turn."""
    character = bera(protection=(Card(shield),))
    hit = Hit("Bera", "A spear", "2d6", damage=7)
    told_of = {each.key for each in split_for(character, hit).options if "shield" in each.help}
    assert told_of == {
        key for key in ("1harm+4stamina", "2harm+1stamina", "1wound+1stamina") if {key[1:5], key[1:6]} & helps
    }
    character.shield_raised = True
    assert not any("shield" in each.help for each in split_for(character, hit).options)


def test_dk_21_once_per_turn() -> None:
    """DK-21: a second Harm of the same turn meets no shield; the next turn does."""
    character = bera(protection=(Card("buckler"),))
    contest = fight(character, foe())
    play(absorbed(contest, character, "harm", Hit("Bera", "A club")), "shield:0", ["1223"])
    assert character.shield_raised
    assert not play(absorbed(contest, character, "harm", Hit("Bera", "A club")))
    asked(next_step(contest))
    assert not character.shield_raised


def test_dk_21_a_used_shield_is_shown_with_the_reason_beside_what_still_helps() -> None:
    """DK-21: with armour left there is still a question."""
    character = bera(protection=(Card("leather"), Card("buckler")), shield_raised=True)
    ask = asked(absorbed(scene(character), character, "harm", Hit("Bera", "A club")))
    assert {option.key: option.unavailable for option in ask.legal().options} == {
        f"0:{EITHER}": "",
        "shield:1": "a shield has been raised this turn",
        "take": "",
    }


def test_dk_21_the_flip_is_a_flip() -> None:
    """DK-21, DK-3, DK-4: one may reshuffle before it, and a wound card in it costs 1 Stamina."""
    character = with_piles(["1112w", *bera().deck[1:]], ["1111"], protection=(Card("buckler"),))
    contest = scene(character)
    run = absorbed(contest, character, "harm", Hit("Bera", "A club"))
    avoided = play(run, "shield:0", ("reshuffle", "yes"), ["1112w"], "lose", ["1334s"])
    assert (avoided, character.stamina) == (False, 9)
    assert told(contest, StaminaLost)


def test_dk_21_no_shield_against_a_horrible_sight() -> None:
    """DK-12: a shield is a physical thing."""
    character = bera(protection=(Card("tower shield"),))
    assert not play(absorbed(scene(character), character, "harm", Hit("Bera", "The sight", against="mental")))


def test_dk_12_how_many_slots_are_free_is_told_before_and_after() -> None:
    """DK-12: with every slot that could take it, and in the log once it has."""
    character = bera(protection=(Card("padded"),))
    contest = scene(character)
    rooms = [option.help for option in slots_for(character, "harm", "physical")]
    assert rooms == ["2 of its slots for harm are free.", "1 of its slots for harm or wound is free."]
    for key in ("0:harm", "0:harm", "0:harm-or-wound"):
        absorb_with(contest, character, "harm", key)
    assert [event.text().partition(": ")[2] for event in told(contest, Absorbed)] == [
        "2 free slots left.",
        "1 free slot left.",
        "no free slot left.",
    ]
    assert free_all(character) == 3
    assert free(character.protection[0]) == 3


def test_dk_32_only_filled_stamina_slots_are_freed_by_a_breather() -> None:
    """DK-32: by card and slot; a slot of armour stays filled until rest."""
    character = bera(protection=(Card("padded"), Card("good cardio", level=2)))
    character.protection[0].slots[0].filled = character.protection[1].slots[1].filled = True
    assert [option.key for option in filled_with_stamina(character)] == ["1:1"]
    assert free_one(character, "1:1") == "good cardio"
    assert filled_with_stamina(character) == []
