"""DK-2, DK-10: the game master corrects any value at any time, and instructs; cards and tokens stay in step."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import STAMINA, has_stamina, is_wound
from agonist.deckahedron.players import BOTS
from agonist.kernel import AnswerRefused, Ask, Referee, Seen, corrections, drive
from agonist.kernel.contract import play_randomly
from tests.deckahedron.small import all_cards
from tests.deckahedron.test_play import Watch, preset


def begun(name: str = "goblin", **dice: Any) -> Referee[Any]:
    return Referee.start(GAME, "fight", preset("fight", name), seed=bytes(32), dice=dice)


def test_dk_10_stamina_is_given_back_in_a_fight() -> None:
    """DK-10: the cards move with the number, both ways."""
    referee = begun()
    bera = referee.state.characters[0]
    referee.override("characters.0.stamina", 4, reason="she carried Odo up the stairs")
    assert (bera.stamina, len(bera.exhaustion), len(bera.deck)) == (4, 6, 14)
    referee.override("characters.0.stamina", 9, reason="a draught")
    assert (bera.stamina, len(bera.exhaustion), len(bera.discard)) == (9, 1, 5)
    assert all(map(has_stamina, bera.exhaustion))
    with pytest.raises(AnswerRefused, match="0 to 10"):
        referee.override("characters.0.stamina", 11, reason="too much")


def test_dk_10_a_wound_token_moves_its_card() -> None:
    """DK-10, DK-16, DK-40: from the supply, and back to it."""
    referee = begun()
    bera = referee.state.characters[0]
    before = all_cards(referee.state)
    referee.override("characters.0.wounds", 2, reason="forgotten")
    assert [card for card in bera.discard if is_wound(card)] == ["1112w", "1121w"]
    referee.override("characters.0.wounds", 1, reason="healed by a priest")
    assert ([*filter(is_wound, bera.added)], referee.state.supply[0]) == (["1121w"], "1112w")
    assert all_cards(referee.state) == before


def test_dk_10_piles_slots_suits_and_blessings_can_be_corrected() -> None:
    """DK-10: each with the others in step, and the log says what people call the cards."""
    referee = begun()
    bera = referee.state.characters[0]
    referee.override("characters.0.exhaustion", ["1334s", "3434s", "3434s.2"], reason="recounted")
    assert (bera.exhaustion, bera.stamina) == (["1334s", "3434s", "3434s"], 7)
    referee.override("characters.0.discard", ["1111", "4444s"], reason="recounted")
    assert (bera.discard, len(bera.deck)) == (["1111", "4444s"], 15)
    referee.override("characters.0.added", ["4444b"], reason="blessed by the elder")
    assert (bera.discard, bera.added) == (["1111", "4444b", "4444s"], ["4444b"])
    referee.override("characters.0.protection.0.slots.0.filled", True, reason="torn")
    assert bera.protection[0].slots[0].filled
    referee.override("characters.0.suits", {"str": "crown", "dex": "blade", "int": "anvil"}, reason="misread")
    assert bera.suit("str") == "crown"
    (said,) = [line.event.text() for line in referee.lines if "blessing cards" in line.event.text()]
    assert said.endswith("from nothing to ✔✔ ✔✔ ✔✔ ✔✔ (blessing): blessed by the elder")


def test_dk_10_the_game_master_instructs_in_a_fight() -> None:
    """DK-10, DK-12: any number, at any time, mental too; it comes once the present act is done with."""
    referee = begun()
    told = {"who": "Bera", "stamina": 2, "harm": 1, "wounds": 0, "against": "mental", "source": "A scream"}
    referee.override("hits", told, reason="the thing below screams")
    drive(referee, dict.fromkeys(referee.seats, GAME.type("fight").bots["sensible"]))
    said = [line.event.text() for line in referee.lines]
    assert "A scream: Bera is to take 1 Harm and 2 Stamina." in said
    assert "Bera takes a Harm token, 1 now." in said, "leather does not help against a scream"


def test_dk_10_the_game_master_instructs_during_a_rest() -> None:
    """DK-10: before the rest can be over."""
    referee = Referee.start(GAME, "rest", preset("rest", "fire"), seed=bytes(32))
    told = {"who": "Siv", "stamina": 1, "harm": 0, "wounds": 0, "against": "physical", "source": "The cold"}
    referee.override("hits", told, reason="the fire went out")
    drive(referee, dict.fromkeys(referee.seats, GAME.type("rest").bots["sensible"]))
    assert "The cold: Siv is to take 1 Stamina." in [line.event.text() for line in referee.lines]


def test_dk_13_a_card_that_a_correction_took_is_drawn_again() -> None:
    """DK-13, DK-2: the card is typed in after it was moved away; it cannot be in two places."""
    referee = begun(bera="typed")
    referee.answer(referee.pending[0].id, {"pick": "melee:0", "with": "Goblin"})
    referee.override("characters.0.exhaustion", ["1334s"], reason="a slip")
    referee.answer(referee.pending[0].id, ["1334s"])
    assert referee.state.characters[0].shown == []
    referee.answer(referee.pending[0].id, ["2323"])
    assert referee.state.characters[0].shown == ["2323"]


@settings(max_examples=40)
@given(name=st.sampled_from(["goblin", "soldiers", "cellar"]), seed=st.integers(0, 2**32))
def test_dk_2_corrections_at_any_time_keep_cards_and_tokens_in_step(name, seed) -> None:
    """DK-2, DK-10: whatever is corrected to whatever is legal, whenever; and an accepted answer never fails."""
    random, watch = Random(seed), Watch(corrected=True)

    def meddle(referee: Referee[Any]) -> None:
        if not referee.over and random.random() < 0.3:
            one = random.choice(corrections(referee.state))
            referee.override(one.path, one.form.sample(random), reason="so be it")
        watch(referee)

    play_randomly(GAME, "fight", preset("fight", name), {}, random, watch=meddle, most=150)


def test_dk_14_a_fallen_character_can_be_helped_up_in_a_fight() -> None:
    """DK-10, DK-14: Stamina given back, and up again."""
    setup = {
        "characters": [{"name": "Bera"}, {"name": "Odo", "exhaustion": list(STAMINA)}],
        "foes": [{"name": "Wolf"}],
    }
    referee = Referee.start(GAME, "fight", setup, seed=bytes(32))
    odo = referee.state.characters[1]
    assert odo.standing == "incapacitated"
    referee.override("characters.1.stamina", 3, reason="a healing hand")
    referee.override("characters.1.standing", "up", reason="a healing hand")
    assert (odo.up, odo.stamina) == (True, 3)


def test_dk_33_who_has_still_to_act_can_be_corrected() -> None:
    """DK-10, DK-33: somebody who was forgotten acts again."""
    referee = begun("soldiers")
    referee.answer(referee.pending[0].id, {"pick": "other", "with": ""})
    drive(referee, {"gm": GAME.type("fight").bots["sensible"]}, most=2)
    referee.override("order", ["Bera"], reason="it was Bera's idea")
    assert referee.state.order == ["Bera"]


def test_dk_35_a_bot_answers_though_the_last_foe_was_corrected_away() -> None:
    """DK-33: whoever is asked then has nobody to attack."""
    referee = begun()
    referee.override("foes.0.standing", "subdued", reason="it gives up")
    (pending,) = referee.pending
    assert isinstance(pending.request, Ask)
    answer = BOTS["sensible"](Seen(pending.seat, referee.state), pending.request)
    referee.answer(pending.id, answer)
