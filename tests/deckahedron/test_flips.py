"""DK-3 to DK-5: flips."""

from collections import defaultdict
from fractions import Fraction
from itertools import permutations

import pytest

from agonist.deckahedron.cards import BLESSINGS, DECKAHEDRON, face
from agonist.deckahedron.damage.stamina import StaminaLost, pay_for_wound_card
from agonist.deckahedron.deck.flips import (
    Blessed,
    BlessingReturned,
    Flipped,
    NothingToFlip,
    WoundCardShown,
    XpGained,
    cards_to_flip,
    flip,
)
from agonist.deckahedron.deck.moment import Voiced
from agonist.deckahedron.deck.piles import Reshuffled, reshuffle
from agonist.kernel import Ask, Draw, defaults, enumerate_procedure
from tests.deckahedron.small import asked, bera, play, scene, told, with_piles


@pytest.mark.parametrize(("net", "cards"), [(0, 1), (1, 2), (-1, 2), (2, 3), (-2, 3), (3, 3), (-5, 3)])
def test_dk_3_how_many_cards(net, cards) -> None:
    """DK-3: one net advantage or disadvantage is two cards, two or more is three."""
    assert cards_to_flip(net) == cards


def test_dk_3_one_card_goes_to_the_discard_pile_and_counts() -> None:
    """DK-3: without advantage."""
    character = bera()
    contest = scene(character)
    made = play(flip(contest, character, "dragon"), ["2234"])
    assert (made.cards, made.card, made.result) == (("2234",), "2234", 4)
    assert character.discard == ["2234"]
    assert len(character.deck) == 19
    assert told(contest, Flipped)[0].text() == "Bera flips Dragon: ✗ ✗ ✔ ✔✔. It counts as ✔✔."


@pytest.mark.parametrize(("net", "card", "result"), [(2, "2234", 4), (-2, "1232", 2)])
def test_dk_3_the_best_with_advantage_the_worst_with_disadvantage(net, card, result) -> None:
    """DK-3: exactly three cards are revealed, all are discarded, one resolves."""
    character = bera()
    made = play(flip(scene(character), character, "dragon", net), ["1232"], ["2323"], ["2234"])
    assert (made.card, made.result) == (card, result)
    assert character.discard == ["1232", "2234", "2323"]


def test_dk_3_all_cards_are_revealed_even_after_the_best() -> None:
    """DK-3: the flip is completed."""
    character = bera()
    contest = scene(character)
    assert isinstance(asked(flip(contest, character, "dragon", 2), ["2234"]), Draw)


def test_dk_3_ties_are_the_players_choice() -> None:
    """DK-3: between two ✗ of which one gives XP, the player picks."""
    character = bera()
    contest = scene(character)
    ask = asked(flip(contest, character, "dragon", 1), ["1232"], ["2212x"])
    assert (ask.seat, ask.what, [option.key for option in ask.legal().options]) == (
        "bera",
        "tie",
        ["1232", "2212x"],
    )
    character = bera()
    made = play(flip(scene(character), character, "dragon", 1), ["1232"], ["2212x"], "2212x")
    assert (made.card, character.xp) == ("2212x", 1)


def test_dk_3_a_tie_that_changes_nothing_is_not_asked() -> None:
    """DK-3: two plain ✗."""
    character = bera()
    assert play(flip(scene(character), character, "dragon", 1), ["1232"], ["3122"]).card == "1232"


def test_dk_3_a_deck_of_five_is_reshuffled_before_a_flip() -> None:
    """DK-3: five or fewer must, six need not."""
    deck, rest = DECKAHEDRON[:5], DECKAHEDRON[5:]
    character = with_piles(deck, rest)
    contest = scene(character)
    request = asked(flip(contest, character, "dragon"))
    assert len(request.pile) == 20
    assert told(contest, Reshuffled)[0].forced
    assert character.discard == []
    six = with_piles(DECKAHEDRON[:6], DECKAHEDRON[6:])
    assert len(asked(flip(scene(six), six, "dragon")).pile) == 6


def test_dk_2_the_exhaustion_pile_is_not_reshuffled() -> None:
    """DK-2: what is lost stays lost when the discard pile goes back, forced or wanted."""
    character = with_piles(DECKAHEDRON[:4], DECKAHEDRON[4:10], ["3344s", "4444s"])
    contest = scene(character)
    assert len(asked(flip(contest, character, "dragon")).pile) == 10
    reshuffle(contest, character)
    assert character.exhaustion == ["3344s", "4444s"]


def test_dk_3_an_empty_discard_pile_has_nothing_to_reshuffle() -> None:
    """DK-3: five cards in the deck and none discarded."""
    character = with_piles(DECKAHEDRON[:5])
    contest = scene(character)
    assert len(asked(flip(contest, character, "dragon")).pile) == 5
    assert told(contest, Reshuffled) == []


def test_dk_3_the_player_may_reshuffle_before_a_flip() -> None:
    """DK-3: in the pause before it, as long as something is discarded; a reshuffled deck is what is flipped from."""
    character = with_piles(DECKAHEDRON[:6], DECKAHEDRON[6:10])
    contest = scene(character)
    play(flip(contest, character, "dragon"), ("reshuffle", "yes"), [DECKAHEDRON[8]])
    assert (len(character.deck), character.discard) == (9, [DECKAHEDRON[8]])
    assert not told(contest, Reshuffled)[0].forced


def test_dk_3_no_reshuffle_during_a_flip() -> None:
    """DK-3: six cards, then five, then four: still the same flip."""
    character = with_piles(DECKAHEDRON[:6], DECKAHEDRON[6:10])
    contest = scene(character)
    play(flip(contest, character, "dragon", 2), *([card] for card in DECKAHEDRON[1:4]))
    assert told(contest, Reshuffled) == []
    assert len(character.deck) == 3


def test_dk_3_too_few_cards_are_flipped_as_far_as_they_go() -> None:
    """DK-3: two cards where three were due; none at all counts as the worst."""
    character = with_piles(["1232", "2234"])
    made = play(flip(scene(character), character, "dragon", 2), ["1232"], ["2234"])
    assert (made.cards, made.result) == (("1232", "2234"), 4)
    empty = with_piles([])
    contest = scene(empty)
    assert play(flip(contest, empty, "dragon")).result == 1
    assert told(contest, NothingToFlip)


@pytest.mark.parametrize("net", [-2, -1, 0, 1, 2])
@pytest.mark.parametrize("suit", ["anvil", "crown"])
def test_dk_3_the_enumerated_flip_equals_counting_by_hand(net, suit) -> None:
    """DK-3: over all orders of a small deck."""
    deck = ["1232", "2234", "3122", "1112w", "1334s", "4444s"]
    contest = scene(with_piles(deck))
    found: defaultdict[int, Fraction] = defaultdict(Fraction)
    for _, made, chance in enumerate_procedure(
        contest.state, lambda contest: flip(contest, contest.state.characters[0], suit, net), defaults
    ):
        found[made.result] += chance
    by_hand: defaultdict[int, Fraction] = defaultdict(Fraction)
    orders = list(permutations(deck, cards_to_flip(net)))
    for order in orders:
        wound = order.index("1112w") + 1 if "1112w" in order else len(order)
        faces = [face(card, suit) for card in order[:wound]]
        by_hand[min(faces) if net < 0 else max(faces)] += Fraction(1, len(orders))
    assert found == by_hand


def test_dk_4_a_wound_card_ends_the_flip() -> None:
    """DK-4: two cards instead of three, the wound card among those that count; then 1 Stamina is lost."""
    character = with_piles([*DECKAHEDRON, "1112w"], wounds=1)
    contest = scene(character)
    made = play(flip(contest, character, "dragon", -2), ["2234"], ["1112w"])
    assert (made.cards, made.card, made.result, made.wounded) == (("2234", "1112w"), "1112w", 2, True)
    assert told(contest, WoundCardShown)[0].cut == 1
    assert told(contest, StaminaLost) == []
    play(pay_for_wound_card(contest, character, made), "lose", ["1111"], ["3344s"])
    assert (character.stamina, character.exhaustion) == (9, ["3344s"])


def test_dk_4_the_cards_before_the_wound_card_count_too() -> None:
    """DK-4: with advantage the ✔✔ that came first resolves."""
    character = with_piles([*DECKAHEDRON, "1112w"])
    made = play(flip(scene(character), character, "dragon", 1), ["2234"], ["1112w"])
    assert (made.card, made.result) == ("2234", 4)


def test_dk_4_the_player_is_invited_to_voice_it_and_may_keep_silent() -> None:
    """DK-4: in the pause before the next card; silence writes nothing, and then the moment is over."""
    for words, said in ((("voice", "Argh!"),), ["Argh!"]), ((), []):
        character = with_piles([*DECKAHEDRON, "1112w"])
        contest = scene(character)
        play(flip(contest, character, "dragon"), ["1112w"])
        play(flip(contest, character, "dragon"), *words, ["1232"])
        assert [event.words for event in told(contest, Voiced)] == said
        assert contest.state.tellings == []


def test_dk_4_what_was_voiced_before_a_reshuffle_is_kept() -> None:
    """DK-4, DK-3: the reshuffle ends the request, not the cry."""
    character = with_piles([*DECKAHEDRON, "1112w"])
    contest = scene(character)
    play(flip(contest, character, "dragon"), ["1112w"])
    run = flip(contest, character, "dragon")
    reshuffling, voice, _ = next(run)  # type: ignore[misc]
    assert (reshuffling.what, voice.what) == ("reshuffle", "voice")
    (again,) = run.send(("yes", "Argh!", None))  # type: ignore[misc]
    assert [event.words for event in told(contest, Voiced)] == ["Argh!"]
    assert not isinstance(again, Ask)


def test_dk_4_without_a_wound_card_nothing_is_lost() -> None:
    """DK-4: the price is the wound card's."""
    character = bera()
    contest = scene(character)
    made = play(flip(contest, character, "dragon"), ["2234"])
    play(pay_for_wound_card(contest, character, made))
    assert character.stamina == 10


def test_dk_5_a_resolving_xp_card_gives_xp() -> None:
    """DK-5: only the card that resolves."""
    character = bera()
    contest = scene(character)
    play(flip(contest, character, "dragon", 1), ["2212x"], ["2234"])
    assert character.xp == 0
    play(flip(contest, character, "dragon"), ["3212sx"])
    assert character.xp == 1
    assert told(contest, XpGained)[0].xp == 1


def test_dk_5_a_resolving_blessing_goes_back_to_the_supply() -> None:
    """DK-5: one that does not resolve is discarded like any other."""
    character = with_piles([*DECKAHEDRON, "4344b"])
    contest = scene(character)
    play(flip(contest, character, "blade", 1), ["4344b"], ["1434"])
    assert "4344b" in character.discard
    character = with_piles([*DECKAHEDRON, "4344b"])
    contest = scene(character)
    assert contest.state.supply.count("4344b") == 1
    play(flip(contest, character, "dragon"), ["4344b"])
    assert contest.state.supply.count("4344b") == 2
    assert "4344b" not in character.discard
    assert told(contest, BlessingReturned)


def test_dk_5_a_resolving_critical_success_brings_a_blessing_drawn_at_random() -> None:
    """DK-5: any of the six that is left comes up, into the discard pile; nobody is asked."""
    character = bera()
    contest = scene(character)
    draw = asked(flip(contest, character, "dragon"), ["4444s"])
    assert isinstance(draw, Draw)
    assert (draw.pile, draw.count, draw.seat) == (BLESSINGS, 1, "bera")
    character = bera()
    contest = scene(character)
    play(flip(contest, character, "dragon"), ["4444s"], ["3444b"])
    assert character.discard == ["3444b", "4444s"]
    assert contest.state.supply.count("3444b") == 1
    assert told(contest, Blessed)


def test_dk_5_there_may_be_no_blessing() -> None:
    """DK-5, DK-1: when the blessings are out there are none."""
    character = bera()
    contest = scene(character)
    contest.state.supply = ["1112w"]
    play(flip(contest, character, "dragon"), ["4444s"])
    assert told(contest, Blessed) == []


def test_dk_5_the_critical_success_must_resolve() -> None:
    """DK-5: with disadvantage it does not."""
    character = bera()
    contest = scene(character)
    assert play(flip(contest, character, "dragon", -1), ["4444s"], ["1111"]).card == "1111"
    assert told(contest, Blessed) == []


def test_dk_3_which_of_two_blessings_goes_back_matters() -> None:
    """DK-3, DK-5: both are ✔✔ on Dragon."""
    character = with_piles([*DECKAHEDRON, "4344b", "4444b"])
    contest = scene(character)
    play(flip(contest, character, "dragon", 1), ["4444b"], ["4344b"], "4344b")
    assert character.discard == ["4444b"]
    assert character.added == ["4444b"]
