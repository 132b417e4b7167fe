"""DK-10 to DK-18: being hit."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import DECKAHEDRON
from agonist.deckahedron.contests.hit import narrate
from agonist.deckahedron.damage.phases import (
    Divided,
    HarmBecomesWound,
    Instructed,
    Moot,
    Struck,
    Unharmed,
    WoundTaken,
    split_for,
    suffer,
    take_harm,
    take_wound,
)
from agonist.deckahedron.damage.splits import Condition, absorbable, legal_splits, orders, split_form
from agonist.deckahedron.damage.stamina import Incapacitated, StaminaLost, lose_stamina, search
from agonist.deckahedron.deck.moment import IncapacitationTold, Narrated, WoundTold, left_to_tell, tell
from agonist.deckahedron.deck.piles import Reshuffled
from agonist.deckahedron.people.scene import Hit, Scene
from agonist.kernel import GM, Ask, Choice, Contest, Procedure, Referee, Roll, seat_view
from tests.deckahedron.small import Card, asked, bera, direct_hit, play, scene, told, with_piles

FOUND = ["1334s", "3344s", "3434s", "3434s", "1342s", "3343s", "1224sx", "3212sx", "4112sx", "4444s"]


def struck(contest: Contest[Scene], hit: Hit) -> Procedure[None]:
    """A hit from its arrival to its end."""
    contest.state.hits.append(hit)
    while contest.state.hits:
        yield from suffer(contest)
    yield from narrate(contest)


def lost(count: int, first: int = 0) -> list[list[str]]:
    """Cards with the symbol, each found at once."""
    return [[card] for card in FOUND[first : first + count]]


# The four phases


def test_dk_10_four_phases() -> None:
    """DK-10: who is hit rolls; the player splits; slots absorb; the player tells."""
    character = bera(protection=(Card("leather"),))
    contest = scene(character)
    run = struck(contest, Hit("Bera", "A falling beam", "2d6"))
    roll = asked(run)
    assert isinstance(roll, Roll)
    assert (roll.seat, roll.sides) == ("bera", (6, 6))
    contest.state.hits.clear()
    play(
        struck(contest, Hit("Bera", "A falling beam", "2d6")),
        [3, 1],
        {"pick": "1harm+1stamina", "with": {"order": "harm,stamina", "use": ["0:harm-or-wound"]}},
        *lost(1),
        "It grazes me.",
    )
    assert told(contest, Struck)[0].damage == 4
    assert told(contest, Divided)[0].text() == "Bera splits 4 into 1 Harm and 1 Stamina."
    assert told(contest, Narrated)[0].words == "It grazes me."
    assert (character.stamina, character.harm) == (9, 0)
    assert contest.state.hits == []


def test_dk_10_the_story_may_be_left_out() -> None:
    """DK-10: the fourth phase is an invitation."""
    character = bera()
    contest = scene(character)
    play(struck(contest, Hit("Bera", "A slap", "1")), "1stamina", *lost(1), "")
    assert told(contest, Narrated) == []


def test_dk_10_mental_strain_can_be_a_source() -> None:
    """DK-10, DK-12: armour does not help against it, sangfroid does."""
    character = bera(protection=(Card("leather"), Card("good cardio"), Card("sangfroid")))
    contest = scene(character)
    ask = asked(struck(contest, Hit("Bera", "The sight", "1", "mental")), _all_used("1stamina"))
    assert [option.key for option in ask.legal().options] == ["lose", "2:stamina"]
    contest = scene(bera(protection=(Card("leather"),)))
    play(struck(contest, direct_hit("Bera", "The sight", ["harm"], "mental")), *lost(1), "")
    assert contest.state.characters[0].harm == 1


def test_dk_10_the_game_master_can_instruct_directly() -> None:
    """DK-10: lose Stamina, take Harm, take a Wound, without roll and split."""
    character = bera()
    contest = scene(character)
    play(
        struck(contest, direct_hit("Bera", "The curse", ["wound", "harm", "stamina"])),
        *lost(1),
        ["1121w"],
        "rest",
        *lost(2, 1),
        ("wound told", "a cold burn"),
        "",
    )
    assert told(contest, WoundTold)[0].words == "a cold burn"
    assert told(contest, Instructed)[0].text() == "The curse: Bera is to take 1 Wound, 1 Harm and 1 Stamina."
    assert (character.stamina, character.harm, character.wounds) == (7, 1, 1)
    assert told(contest, Struck) == []


# Splitting


def test_dk_11_the_split_of_seven() -> None:
    """DK-11: 7 can be 7 Stamina; 4 + 1 Harm; 1 + 2 Harm; 1 + 1 Wound."""
    data = json.loads(Path(__file__).with_name("splits_of_7.json").read_text())
    found = [{"stamina": s.stamina, "harm": s.harm, "wounds": s.wounds} for s in legal_splits(data["damage"])]
    assert found == data["splits"]


@given(damage=st.integers(0, 60))
def test_dk_11_all_splits_and_no_others(damage: int) -> None:
    """DK-11: 3 for each Harm, 6 for each Wound, nothing below 0, each once."""
    splits = legal_splits(damage)
    assert len(set(splits)) == len(splits)
    brute = {
        (wounds, harm, damage - 6 * wounds - 3 * harm)
        for wounds in range(11)
        for harm in range(21)
        if 6 * wounds + 3 * harm <= damage
    }
    assert set(splits) == brute
    assert all(6 * split.wounds + 3 * split.harm + split.stamina == damage for split in splits)


def test_dk_11_damage_of_0_has_no_split_and_no_effect() -> None:
    """DK-11: no question is asked."""
    character = bera()
    contest = scene(character)
    play(struck(contest, Hit("Bera", "A breeze", "0")))
    assert told(contest, Unharmed)
    assert (character.stamina, contest.state.hits) == (10, [])


def test_dk_11_each_split_says_what_it_leaves() -> None:
    """DK-11: Stamina, tokens, cards, incapacitated or not, and what slots could take."""
    character = bera(protection=(Card("leather"), Card("good cardio"), Card("buckler")), harm=2)
    form = split_for(character, Hit("Bera", "A sword", "7", damage=7))
    assert {option.label: option.help for option in form.options} == {
        "7 Stamina": "Leaves 3 Stamina, 2 Harm, 0 Wounds, 13 cards in deck and discard pile."
        " Slots could take 1 Stamina.",
        "4 Stamina and 1 Harm": "Leaves 5 Stamina, 2 Harm, 1 Wound, 16 cards in deck and discard pile."
        " Slots could take 1 Harm and 1 Stamina. A shield could be raised.",
        "1 Stamina and 2 Harm": "Leaves 7 Stamina, 2 Harm, 2 Wounds, 19 cards in deck and discard pile."
        " Slots could take 1 Harm and 1 Stamina. A shield could be raised.",
        "1 Stamina and 1 Wound": "Leaves 8 Stamina, 2 Harm, 1 Wound, 19 cards in deck and discard pile."
        " Slots could take 1 Wound and 1 Stamina.",
    }


def test_dk_11_splits_that_incapacitate_come_last_and_say_so() -> None:
    """DK-11: sorted by what one survives, then from light to heavy."""
    form = split_form(7, Condition(4, 0, 0, 14), [], [])
    assert [option.label for option in form.options] == [
        "1 Stamina and 2 Harm",
        "1 Stamina and 1 Wound",
        "7 Stamina",
        "4 Stamina and 1 Harm",
    ]
    assert [option.help.startswith("Incapacitated") for option in form.options] == [False, False, True, True]


@given(
    stamina=st.integers(1, 10),
    harm=st.integers(0, 2),
    wounds=st.integers(0, 2),
    damage=st.integers(1, 14),
    pick=st.integers(0, 100),
)
def test_dk_11_what_a_split_promises_comes_true(stamina, harm, wounds, damage, pick) -> None:
    """DK-11: playing a split without absorbing leaves what its option said."""
    character = bera(exhaustion=tuple(FOUND[stamina:]), harm=harm, wounds=wounds)
    contest = scene(character)
    splits = legal_splits(damage)
    split = splits[pick % len(splits)]
    cards = len(character.deck) + len(character.discard)
    promised = Condition(stamina, harm, wounds, cards).after(split.parts())

    def answer(request):
        if isinstance(request, tuple):
            return tuple(map(answer, request))
        if isinstance(request, Roll):
            return (damage,)
        if hasattr(request, "pile"):
            return (request.pile[-1],)
        if request.what == "split":
            return request.legal().pick(split.key)
        return "lose" if request.what == "stamina" else request.legal().fallback()

    run = struck(contest, Hit("Bera", "A test", str(damage)))
    try:
        request = next(run)
        while True:
            request = run.send(answer(request))
    except StopIteration:
        pass
    left = Condition(
        character.stamina,
        character.harm,
        character.wounds,
        len(character.deck) + len(character.discard),
        not character.up,
    )
    assert left == promised


# Absorbing


def test_dk_12_an_absorbed_harm_has_no_further_effect() -> None:
    """DK-12: no Stamina, no token; the slot is filled."""
    character = bera(protection=(Card("padded"),))
    contest = scene(character)
    play(struck(contest, direct_hit("Bera", "A club", ["harm"])), ["0:harm"], "")
    assert (character.stamina, character.harm) == (10, 0)
    assert [slot.filled for slot in character.protection[0].slots] == [True, False, False]


def test_dk_12_each_part_is_asked_for_slot_by_slot() -> None:
    """DK-12: full slots are not offered; with none that fits, nothing is asked."""
    character = bera(protection=(Card("padded"),))
    contest = scene(character)
    hit = direct_hit("Bera", "Clubs", ["harm", "harm", "harm", "harm"])
    all_three = ["0:harm", "0:harm:2", "0:harm-or-wound"]
    play(struck(contest, hit), all_three, "0:harm", "0:harm", "0:harm-or-wound", *lost(1), "")
    assert character.harm == 1


def test_dk_12_what_the_player_wants_to_use_is_used_without_further_asking() -> None:
    """DK-12: one form says how to split and what is to absorb; what is not wanted stays free."""
    character = bera(protection=(Card("padded"), Card("good cardio")))
    contest = scene(character)
    use = {"order": "harm,stamina", "use": ["0:harm", "0:harm:2", "1:stamina"]}
    play(
        struck(contest, Hit("Bera", "Clubs", "10")),
        {"pick": "3harm+1stamina", "with": use},
        *lost(1),
        "",
    )
    assert [slot.filled for slot in character.protection[0].slots] == [True, True, False]
    assert (character.harm, character.stamina, character.protection[1].slots[0].filled) == (1, 9, True)


@pytest.mark.parametrize(("part", "tokens"), [("1harm", (1, 0)), ("1wound", (0, 1))])
def test_dk_12_endurance_takes_the_stamina_point_of_a_harm_or_wound(part: str, tokens) -> None:
    """DK-12, DK-15, DK-16: it is offered with the split, and used unless the player says otherwise."""
    character = bera(protection=(Card("good cardio"),))
    contest = scene(character)
    cards = [["1112w"]] if part == "1wound" else []
    damage = "3" if part == "1harm" else "6"
    play(struck(contest, Hit("Bera", "A club", damage)), _all_used(part), *cards, "")
    assert (character.harm, character.wounds) == tokens
    assert (character.stamina, character.protection[0].slots[0].filled) == (10, True)


def test_dk_12_what_comes_directly_is_absorbed_alike() -> None:
    """DK-10, DK-12: the Stamina point of a Harm that the game master instructs."""
    character = bera(protection=(Card("good cardio"),))
    contest = scene(character)
    play(struck(contest, direct_hit("Bera", "A club", ["harm"])), ["0:stamina"], "")
    assert (character.harm, character.stamina) == (1, 10)


def test_dk_12_of_several_slots_alike_each_is_used_or_kept_by_itself() -> None:
    """DK-12: two of three Stamina slots, and one of two for Harm."""
    character = bera(protection=(Card("good cardio", level=3), Card("padded")))
    contest = scene(character)
    use = {"order": "harm,stamina", "use": ["0:stamina", "0:stamina:2", "1:harm"]}
    hit = Hit("Bera", "Clubs", "9")
    play(struck(contest, hit), {"pick": "2harm+3stamina", "with": use}, *lost(2), "")
    filled = [[slot.filled for slot in card.slots] for card in character.protection]
    assert filled == [[True, True, False], [True, False, False]]
    assert (character.harm, character.stamina) == (1, 8)


@pytest.mark.parametrize("parts", [["harm", "stamina"], ["wound"], ["stamina", "stamina"]])
def test_dk_12_each_part_waits_for_whom_it_strikes(parts: list[Any]) -> None:
    """DK-12, DK-13: one by one, with every slot, taking it, and a reshuffle before the search."""
    protection = [{"name": "padded"}, {"name": "good cardio", "level": 2}]
    told = {"stamina": parts.count("stamina"), "harm": parts.count("harm"), "wounds": parts.count("wound")}
    setup = {"characters": [{"name": "Bera", "protection": protection, "discard": ["1111"]}], "damage": ""}
    referee: Referee[Any] = Referee.start(GAME, "hit", setup | told, seed=bytes(32))
    referee.patient_with = frozenset(["bera"])
    referee.answer(referee.pending[0].id, [])
    seen = []
    while (pending := referee.pending[0]).request.what in ("stamina", "harm", "wound"):
        assert isinstance(pending.request, Ask)
        assert pending.request.directed
        form = pending.form()
        assert isinstance(form, Choice)
        seen.append((pending.request.what, [option.key for option in form.options]))
        referee.answer(pending.id, "take" if pending.request.what != "stamina" else "lose")
    stamina = ("stamina", ["lose", "1:stamina", "reshuffle"])
    first_of_two = ("stamina", ["lose", "rest", "1:stamina", "reshuffle"])
    assert (
        seen
        == {
            "harm": [("harm", ["0:harm", "0:harm-or-wound", "take"]), first_of_two, stamina],
            "wound": [("wound", ["0:harm-or-wound", "take"]), stamina],
            "stamina": [first_of_two, stamina],
        }[parts[0]]
    )


def test_dk_12_who_has_said_enough_at_the_split_is_not_waited_for() -> None:
    """DK-12, DK-13: a standing order takes each part as it was said, and leaves the story out."""
    setup = {"characters": [{"name": "Bera", "protection": [{"name": "good cardio"}]}], "damage": "3"}
    referee: Referee[Any] = Referee.start(GAME, "hit", setup, seed=bytes(32))
    referee.patient_with = frozenset(["bera"])
    for what, order in (
        ("stamina", "as-said"),
        ("harm", "as-said"),
        ("wound", "as-said"),
        ("narration", "leave"),
    ):
        referee.order("bera", what, order)
    referee.answer(referee.pending[0].id, {"pick": "1harm", "with": {"use": ["0:stamina"]}})
    assert referee.over
    bera = referee.state.characters[0]
    assert (bera.stamina, bera.harm) == (10, 1)


def test_dk_12_in_company_the_split_says_enough_until_somebody_wants_to_be_asked() -> None:
    """Where others wait nobody is asked part by part, nor the game master foe by foe."""
    soldiers = GAME.type("fight").presets["soldiers"]
    referee: Referee[Any] = Referee.start(GAME, "fight", soldiers.setup, soldiers.options, seed=bytes(32))
    usual = {"stamina", "harm", "wound", "foe"}
    assert {each.what for each in seat_view(referee, "bera").orders} == usual
    referee.order("bera", "harm")
    assert {each.what for each in seat_view(referee, "bera").orders} == usual - {"harm"}
    alone = msgspec.structs.replace(soldiers.setup, characters=soldiers.setup.characters[:1])
    assert not seat_view(Referee.start(GAME, "fight", alone, seed=bytes(32)), "bera").orders


def test_dk_12_only_what_could_help_with_a_split_is_offered_with_it() -> None:
    """DK-12, DK-20, DK-21: no Harm slot for a Wound, no armour for Stamina alone; all that helps is proposed."""
    character = bera(protection=(Card("padded"), Card("good cardio"), Card("buckler")))
    form = split_for(character, Hit("Bera", "A spear", "1d6", damage=6))
    offered = {option.key: option.then for option in form.options}
    assert {key: [each.key for each in _use(then).options] for key, then in offered.items()} == {
        "6stamina": ["1:stamina"],
        "1harm+3stamina": ["0:harm-or-wound", "0:harm", "0:harm:2", "shield:2", "1:stamina"],
        "2harm": ["0:harm-or-wound", "0:harm", "0:harm:2", "shield:2", "1:stamina"],
        "1wound": ["0:harm-or-wound", "1:stamina"],
    }
    assert form.pick("1wound") == {"pick": "1wound", "with": {"use": ["0:harm-or-wound", "1:stamina"]}}


def _use(then: Any) -> Any:
    return next(field.form for field in then.fields if field.key == "use")


def _all_used(key: str) -> Any:
    """A split with everything used that helps."""
    return lambda ask: ask.legal().pick(key)


def test_dk_12_absorbing_is_optional() -> None:
    """DK-12: the player may take it and keep the slot."""
    character = bera(protection=(Card("leather"), Card("good cardio")))
    contest = scene(character)
    play(struck(contest, direct_hit("Bera", "A club", ["harm"])), [], "take", "lose", *lost(1), "")
    assert (character.harm, character.stamina) == (1, 9)
    assert not any(slot.filled for card in character.protection for slot in card.slots)


def test_dk_12_a_harm_slot_takes_no_wound() -> None:
    """DK-12: only slots of the kind."""
    character = bera(protection=(Card("padded"),))
    contest = scene(character)
    ask = asked(struck(contest, direct_hit("Bera", "A spear", ["wound"])))
    assert [option.key for option in ask.legal().options] == ["0:harm-or-wound"]
    contest.state.hits.clear()
    ask = asked(struck(contest, direct_hit("Bera", "A spear", ["wound"])), ["0:harm-or-wound"])
    assert [option.key for option in ask.legal().options] == ["0:harm-or-wound", "take"]


def test_dk_12_stamina_slots_take_stamina_points() -> None:
    """DK-12: also those that a Harm would cost."""
    character = bera(protection=(Card("good cardio", level=2),))
    contest = scene(character)
    both = ["0:stamina", "0:stamina:2"]
    play(struck(contest, direct_hit("Bera", "A run", ["harm", "stamina"])), both, "")
    assert (character.harm, character.stamina) == (1, 10)


# Losing Stamina


def test_dk_13_the_search() -> None:
    """DK-13: cards without the symbol are discarded, the one with it is lost."""
    character = bera()
    contest = scene(character)
    play(search(contest, character), ["1111"], ["2234"], ["3344s"])
    assert (character.discard, character.exhaustion, character.stamina) == (["1111", "2234"], ["3344s"], 9)
    assert told(contest, StaminaLost)[0].cards == ("1111", "2234", "3344s")


def test_dk_13_a_deck_without_a_symbol_is_reshuffled_and_searched_on() -> None:
    """DK-13: the discard pile must be reshuffled in."""
    character = with_piles(["1111"], ["3344s", "2234"])
    contest = scene(character)
    run = search(contest, character)
    assert asked(run, ["1111"]).pile == ("1111", "2234", "3344s")
    assert told(contest, Reshuffled)[0].forced


def test_dk_13_the_player_may_reshuffle_before_searching() -> None:
    """DK-13: asked when it matters: something is discarded and the deck has a symbol."""
    character = with_piles(["1334s"], ["3344s", "2234"])
    contest = scene(character)
    play(lose_stamina(contest, character, "physical", because=""), "reshuffle", ["2234"], ["3344s"])
    assert character.deck == ["1334s"]
    assert not told(contest, Reshuffled)[0].forced
    for deck, discard in ((["1334s"], []), (["1111"], ["3344s"])):
        character = with_piles(deck, discard)
        assert hasattr(asked(lose_stamina(scene(character), character, "physical", because="")), "pile")


def test_dk_13_the_player_need_not_be_asked_for_every_point() -> None:
    """DK-13: one answer loses all that is left of a hit."""
    character = bera(discard=("1111",))
    contest = scene(character)
    play(struck(contest, direct_hit("Bera", "A fall", ["stamina"] * 3)), "rest", *lost(3), "")
    assert character.stamina == 7


def test_dk_13_a_wound_card_in_a_search_is_just_discarded() -> None:
    """DK-13, DK-4: a search is no flip."""
    character = with_piles([*DECKAHEDRON, "1112w"])
    contest = scene(character)
    play(search(contest, character), ["1112w"], ["3344s"])
    assert (character.discard, character.stamina) == (["1112w"], 9)


# Incapacitated


def test_dk_14_without_a_symbol_left_the_character_is_incapacitated() -> None:
    """DK-14: at once; the rest of the damage is moot; the game master says what it means."""
    character = bera(exhaustion=tuple(FOUND[1:]))
    contest = scene(character)
    asked(struck(contest, direct_hit("Bera", "A fall", ["stamina"] * 3)), *lost(1))
    assert [(each.seat, each.what) for each in left_to_tell(contest)] == [
        (GM, "incapacitation"),
        ("bera", "narration"),
    ]
    assert (character.stamina, character.standing) == (0, "incapacitated")
    character = bera(exhaustion=tuple(FOUND[1:]))
    contest = scene(character)
    play(
        struck(contest, direct_hit("Bera", "A fall", ["stamina"] * 3)),
        *lost(1),
        "Out cold.",
        "",
    )
    assert told(contest, IncapacitationTold)[0].words == "Out cold."
    assert told(contest, Moot)[0].parts == ("stamina", "stamina")


def test_dk_14_after_token_and_card_have_been_placed() -> None:
    """DK-14: the Wound that costs the last Stamina point still leaves token and card."""
    character = bera(exhaustion=tuple(FOUND[1:]))
    contest = scene(character)
    play(struck(contest, direct_hit("Bera", "A spear", ["wound", "harm"])), *lost(1), ["1112w"], "", "")
    assert (character.wounds, character.harm, character.discard) == (1, 0, ["1112w"])
    events = [type(event) for event in contest.events or []]
    assert events.index(WoundTaken) < events.index(Incapacitated) < events.index(Moot)


def test_dk_14_symbols_in_the_discard_pile_still_count() -> None:
    """DK-14: deck and discard pile together."""
    character = with_piles(["1111", "3344s"], ["1334s"])
    play(search(scene(character), character), ["3344s"])
    assert (character.stamina, character.standing) == (1, "up")


# Tokens


def test_dk_15_a_harm_costs_a_stamina_point_and_places_a_token() -> None:
    """DK-15: the first and the second."""
    character = bera()
    contest = scene(character)
    play(take_harm(contest, character, Hit("Bera", "A club")), *lost(1))
    play(take_harm(contest, character, Hit("Bera", "A club")), *lost(1, 1))
    assert (character.harm, character.stamina) == (2, 8)


def test_dk_15_a_third_harm_becomes_a_wound() -> None:
    """DK-15: unless it is absorbed as Harm."""
    character = bera(harm=2)
    contest = scene(character)
    play(take_harm(contest, character, Hit("Bera", "A club")), *lost(1), ["1112w"])
    assert (character.harm, character.wounds, character.stamina) == (2, 1, 9)
    assert told(contest, HarmBecomesWound)
    padded = bera(harm=2, protection=(Card("padded"),))
    play(take_harm(scene(padded), padded, Hit("Bera", "A club")), "0:harm")
    assert (padded.harm, padded.wounds, padded.stamina) == (2, 0, 10)


def test_dk_15_the_wound_it_becomes_may_be_absorbed_in_its_turn() -> None:
    """DK-15: take it as a Harm, absorb it as a Wound."""
    character = bera(harm=2, protection=(Card("leather"),))
    contest = scene(character)
    play(take_harm(contest, character, Hit("Bera", "A club")), "take", "0:harm-or-wound")
    assert (character.wounds, character.stamina) == (0, 10)


def test_dk_16_a_wound() -> None:
    """DK-16: the game master says how; a Stamina point, a token, and a wound card in the discard pile."""
    character = bera()
    contest = scene(character)
    play(take_wound(contest, character, Hit("Bera", "A spear")), *lost(1), ["1121w"])
    assert (character.wounds, character.stamina, character.discard) == (1, 9, ["1121w"])
    (ask,) = left_to_tell(contest)
    assert (ask.seat, ask.what, ask.window) == (GM, "wound told", True)
    tell(contest, ["through the thigh"])
    assert told(contest, WoundTold)[0].words == "through the thigh"
    assert contest.state.supply.count("1121w") == 0


def test_dk_16_the_second_wound_card_is_the_other_one() -> None:
    """DK-16, DK-1: two wound cards for each character."""
    character = with_piles([*DECKAHEDRON, "1121w"], wounds=1)
    contest = scene(character)
    play(take_wound(contest, character, Hit("Bera", "A spear")), *lost(1))
    assert character.discard == ["1112w"]


def test_dk_16_a_third_wound_incapacitates() -> None:
    """DK-16: no token, no Stamina point, no card."""
    character = bera(wounds=2)
    contest = scene(character)
    play(take_wound(contest, character, Hit("Bera", "A spear")))
    assert (character.wounds, character.stamina, character.standing) == (2, 10, "incapacitated")
    assert (
        told(contest, Incapacitated)[0].text()
        == "Bera is incapacitated: two Wounds already, and here is a third."
    )
    assert told(contest, WoundTaken) == []


# Order


def test_dk_17_wounds_then_harm_then_stamina() -> None:
    """DK-17: unless the player names another order."""
    split = next(split for split in legal_splits(10) if (split.wounds, split.harm) == (1, 1))
    assert split.parts() == ["wound", "harm", "stamina"]
    assert orders(split)[0] == ("wound", "harm", "stamina")
    assert len(orders(split)) == 6


def test_dk_17_the_player_names_another() -> None:
    """DK-17: Stamina first, and what comes after the collapse is moot."""
    character = bera(exhaustion=tuple(FOUND[1:]))
    contest = scene(character)
    play(
        struck(contest, Hit("Bera", "A sword", "7")),
        {"pick": "1wound+1stamina", "with": "stamina,wound"},
        *lost(1),
        "",
        "",
    )
    assert (character.wounds, character.standing) == (0, "incapacitated")
    assert (
        told(contest, Divided)[0].text()
        == "Bera splits 7 into 1 Wound and 1 Stamina, taken Stamina, then Wound."
    )


# Limits


@pytest.mark.parametrize("level", [1, 3])
def test_dk_18_more_than_ten_points_come_only_from_slots(level: int) -> None:
    """DK-18: ten symbols, and one slot a level."""
    character = bera(protection=(Card("good cardio", level=level),))
    assert character.stamina == 10
    contest = scene(character)
    hit = direct_hit("Bera", "A long chase", ["stamina"] * (9 + level))
    play(struck(contest, hit), lambda ask: ask.legal().fallback(), *lost(9), "")
    assert (character.stamina, character.standing) == (1, "up")


def test_what_free_slots_could_take() -> None:
    assert absorbable(["wound", "harm", "harm", "stamina"], ["harm", "harm-or-wound"]) == ["wound", "harm"]
    assert absorbable(["wound"], ["harm"]) == []
    assert absorbable(["wound", "harm"], ["harm", "stamina", "stamina"]) == ["harm", "stamina"]
