"""Whole contests: random legal play keeps the game's promises, bots and scripted people play to an end."""

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import (
    BLESSINGS,
    DECKAHEDRON,
    STAMINA,
    SUITS,
    WOUND_CARDS,
    has_stamina,
    is_wound,
)
from agonist.deckahedron.fight.foes import BESTIARY, Fight
from agonist.deckahedron.people.characters import Sheet
from agonist.kernel import (
    Chance,
    Course,
    Referee,
    Seen,
    SetupRefused,
    Viewer,
    defaults,
    drive,
    play_on,
    run,
    script,
    seat_view,
    see,
)
from agonist.kernel.contract import check_closed, play_randomly
from tests.deckahedron.small import all_cards

PRESETS = [(kind.name, name) for kind in GAME.types for name in kind.presets]


def preset(type_name: str, name: str) -> Any:
    return GAME.type(type_name).presets[name].setup


# Set-ups


@st.composite
def characters(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """Any character: suits, cards lost and discarded, tokens, armour."""
    lost = draw(st.lists(st.sampled_from(range(10)), unique=True, max_size=8))
    left = [card for n, card in enumerate(STAMINA) if n not in lost] + [
        card for card in DECKAHEDRON if not has_stamina(card)
    ]
    flags = draw(st.lists(st.booleans(), min_size=len(left), max_size=len(left)))
    gear = ["leather", "padded", "full plate", "good cardio", "sangfroid", "buckler", "tower shield"]
    return {
        "name": name,
        "strength": draw(st.sampled_from(SUITS)),
        "dexterity": draw(st.sampled_from(SUITS)),
        "intelligence": draw(st.sampled_from(SUITS)),
        "harm": draw(st.integers(0, 2)),
        "wounds": draw(st.integers(0, 2)),
        "exhaustion": [STAMINA[n] for n in lost],
        "discard": [card for card, there in zip(left, flags, strict=True) if there],
        "protection": [
            {"name": each} for each in draw(st.lists(st.sampled_from(gear), unique=True, max_size=3))
        ],
        "weapons": [{"name": "axe"}, {"name": "bow", "ranged": True}],
        "ammo": draw(st.integers(0, 2)),
    }


FIGHTS = st.fixed_dictionaries(
    {
        "characters": st.tuples(characters("Bera"), characters("Odo")),
        "foes": st.lists(
            st.fixed_dictionaries(
                {"kind": st.sampled_from(sorted(BESTIARY)), "unaware": st.booleans(), "tough": st.booleans()}
            ),
            min_size=1,
            max_size=3,
        ).map(lambda foes: [{"name": f"Foe {n}", **foe} for n, foe in enumerate(foes)]),
    }
)
HITS = st.fixed_dictionaries(
    {
        "characters": st.tuples(characters("Bera")),
        "damage": st.sampled_from(["1", "1d6", "2d6", "3d6+4"]),
        "against": st.sampled_from(["physical", "mental", "any"]),
    }
)


# Promises


class Watch:
    """Holds the invariants before every answer."""

    def __init__(self, *, corrected: bool = False) -> None:
        self.cards: list[str] | None = None
        self.corrected = corrected

    def __call__(self, referee: Referee[Any]) -> None:
        state = referee.state
        self.cards = self.cards or all_cards(state)
        assert all_cards(state) == self.cards, "cards are conserved"
        for each in state.characters:
            assert each.stamina == sum(map(has_stamina, each.deck + each.discard))
            assert 0 <= each.harm <= 2
            assert 0 <= each.wounds <= 2
            own = Counter(each.deck + each.discard + each.exhaustion)
            twenty = Counter({card: count for card, count in own.items() if card in DECKAHEDRON})
            assert twenty == Counter(DECKAHEDRON)
            assert all(map(has_stamina, each.exhaustion))
            assert sum(map(is_wound, own.elements())) <= len(WOUND_CARDS)
            assert each.deck == sorted(each.deck), "the deck has no order that could be told"
            falling = self.corrected or not each.up
            assert each.stamina or falling or referee.pending[0].request.what == "incapacitation"
        assert Counter(card for card in self.cards if "b" in card) == Counter(BLESSINGS)


@settings(max_examples=100)
@given(setup=FIGHTS, seed=st.integers(0, 2**32), bot=st.sampled_from(["", "weakest", "vengeful"]))
def test_dk_2_cards_tokens_and_stamina_over_random_fights(setup, seed, bot) -> None:
    """DK-2, DK-13, DK-15, DK-16: cards are conserved, Stamina is what the piles say, tokens stay in bounds."""
    foes = {"gm": GAME.type("fight").bots[bot]} if bot else {}
    play_randomly(GAME, "fight", setup, {}, Random(seed), watch=Watch(), policies=foes, most=400)


@settings(max_examples=60)
@given(setup=HITS, seed=st.integers(0, 2**32))
def test_dk_2_cards_tokens_and_stamina_over_random_hits(setup, seed) -> None:
    """DK-2, DK-11 to DK-16: a hit always comes to an end."""
    referee = play_randomly(GAME, "hit", setup, {}, Random(seed), watch=Watch(), most=200)
    assert referee.over


@settings(max_examples=25)
@given(setup=FIGHTS, seed=st.integers(0, 2**32))
def test_nothing_tells_a_card_that_has_not_been_shown(setup, seed) -> None:
    """DK-2: views and open questions are the same whatever the unseen cards of the deck will turn out to be."""
    referee = play_randomly(GAME, "fight", setup, {}, Random(seed), most=Random(seed).randint(1, 60))
    state = referee.state
    for seat in [*referee.seats, "a passer-by"]:
        seen = msgspec.json.encode(seat_view(referee, seat))
        told = {card for card in (*DECKAHEDRON, *WOUND_CARDS) if f'"{card}"'.encode() in seen}
        shown = {*_face_up(state), *_turned_over(referee)}
        assert told <= shown
    check_closed(state, list(referee.seats))
    other = referee.fork(seed=Random(seed).randbytes(32)) if not referee.over else referee
    for seat in [*referee.seats, "a passer-by"]:
        one, two = seat_view(referee, seat), seat_view(other, seat)
        assert (one.state, one.asked, one.waiting) == (two.state, two.asked, two.waiting)


def _face_up(state: Fight) -> set[str]:
    """What lies face up, the other piles and the supply, and what came from the supply for everybody to see."""
    return {
        card for each in state.characters for card in each.discard + each.exhaustion + each.shown + each.added
    } | {*state.supply}


def _turned_over(referee: Referee[Any]) -> set[str]:
    """All cards that came up in any draw."""
    entries = msgspec.to_builtins(referee.transcript.entries)
    return {
        card
        for entry in entries
        if entry["entry"] == "chance"
        for card in entry["value"]
        if isinstance(card, str)
    }


def test_dk_2_the_deck_has_no_order_in_the_state_or_the_transcript() -> None:
    """DK-2: a fight's transcript holds nothing but cards that were turned over."""
    referee = Referee.start(GAME, "fight", preset("fight", "goblin"), seed=bytes(32))
    assert not any(
        "1334s" in entry.decode() for entry in map(msgspec.json.encode, referee.transcript.entries)
    )
    for pending in referee.pending:
        assert not isinstance(pending.request, Chance)


# Playing to an end


def test_a_hit_is_played_by_scripted_people() -> None:
    """The arrow of the preset, with typed cards and dice."""
    referee = Referee.start(GAME, "hit", preset("hit", "arrow"), dice={"bera": "typed"})
    for value in (
        [4],
        {
            "pick": "1harm+1stamina",
            "with": {"order": "harm,stamina", "use": ["0:harm-or-wound", "1:stamina"]},
        },
        "A scratch.",
    ):
        (pending,) = referee.pending
        referee.answer(pending.id, value, by="bera")
    assert referee.result is not None
    assert referee.result.summary == "Bera has 10 Stamina."


def test_dk_10_the_game_master_instructs_several_at_once() -> None:
    """DK-10: a hit that is taken directly, by a table's character too."""
    kind = GAME.type("hit")
    setup = {"characters": [{"name": "Bera"}], "source": "The cold", "damage": "", "harm": 1, "stamina": 1}
    joined = kind.enlist(kind.setup_from(setup)[0], "Odo", Sheet(harm=1), "seat-2")
    referee = Referee.start(GAME, "hit", joined, seed=bytes(32))
    drive(referee, dict.fromkeys(referee.seats, kind.bots["sensible"]))
    assert referee.result is not None
    assert referee.result.summary == "Bera has 8 Stamina and 1 Harm. Odo has 8 Stamina and 2 Harm."
    assert kind.gauges(see(referee.state, Viewer("gm", referee.state))) == {"Bera": 8, "Odo": 8}


def test_a_fight_is_played_by_scripted_people() -> None:
    """The goblin of the preset, talked out of it."""
    ruling = {
        "words": "It runs.",
        "away": "no",
        "pacified": ["Goblin"],
        "attackers": [],
        "directly": "nothing",
        "advantage": 0,
    }
    referee = Referee.start(GAME, "fight", preset("fight", "goblin"))
    people = {
        "bera": script([{"pick": "other", "with": "I roar."}]),
        "gm": script([{"pick": "rule", "with": ruling}]),
    }
    drive(referee, people)
    assert referee.result is not None
    assert referee.result.winners == ("Bera",)


def test_a_sheet_goes_from_fight_to_rest_to_fight() -> None:
    """What a contest leaves is what the next one starts from."""
    fight, rest = GAME.type("fight"), GAME.type("rest")
    setup = preset("fight", "soldiers")
    for seed in range(3):
        first = run(fight, fight.begin(*fight.setup_from(setup)), fight.bots["sensible"], Random(seed))
        resting = rest.presets["fire"].setup
        for name, sheet in first.sheets.items():
            resting = rest.enlist(resting, name, sheet, name.lower())
        second = run(rest, rest.begin(*rest.setup_from(resting)), defaults, Random(seed))
        again = setup
        for name, sheet in second.sheets.items():
            again = fight.enlist(again, name, msgspec.to_builtins(sheet), name.lower())
        fight.setup_from(again)
        setup = again


def test_gauges_follow_stamina() -> None:
    referee = Referee.start(GAME, "fight", preset("fight", "cellar"), seed=bytes(32))
    seen = see(referee.state, Viewer("bera", referee.state))
    foes = {"The thing": 10, "The pale one": 3, "The small one": 3}
    assert referee.kind.gauges(seen) == {"Bera": 10, "Odo": 10} | foes


# Corrections


def test_the_game_master_corrects_tokens_and_foes() -> None:
    """A foe corrected to 0 is subdued, and the fight is over when the act is."""
    referee = Referee.start(GAME, "fight", preset("fight", "goblin"), seed=bytes(32))
    referee.override("foes.0.standing", "pacified", reason="it had enough")
    (pending,) = referee.pending
    form = pending.form()
    unavailable = {option.key for option in form.options if option.unavailable}  # type: ignore[attr-defined]
    assert unavailable == {"melee:0", "melee:unarmed"}
    referee.answer(pending.id, {"pick": "flee", "with": ""})
    drive(referee, {"gm": defaults})
    assert referee.result is not None
    assert referee.result.winners == ("Bera",)


def test_a_foe_corrected_to_no_stamina_is_subdued() -> None:
    """DK-30: a foe at 0."""
    referee = Referee.start(GAME, "fight", preset("fight", "goblin"), seed=bytes(32))
    referee.override("foes.0.stamina", 0, reason="miscounted")
    referee.answer(referee.pending[0].id, {"pick": "other", "with": "I look around."})
    drive(referee, {"gm": defaults})
    assert referee.result is not None
    assert referee.state.foes[0].standing == "subdued"


# Bots


def look(referee: Referee[Any]) -> tuple[Seen, Any]:
    (pending,) = referee.pending
    return Seen(pending.seat, referee.state), pending.request


def test_foes_go_for_the_weakest_or_for_who_hurt_them() -> None:
    """The weakest by Stamina; who hurt the foe last, if that one is still up."""
    setup = {
        "characters": [{"name": "Bera"}, {"name": "Odo", "exhaustion": list(STAMINA[:6])}],
        "foes": [{"name": "Wolf"}],
    }
    referee = Referee.start(GAME, "fight", setup, seed=bytes(32))
    for _ in range(2):
        referee.answer(referee.pending[0].id, {"pick": "other", "with": "wait"})
        drive_one(referee)
    bots = GAME.type("fight").bots
    assert bots["weakest"](*look(referee)) == {"pick": "attack", "with": "Odo"}
    assert bots["vengeful"](*look(referee)) == {"pick": "attack", "with": "Odo"}
    referee.state.foes[0].hurt_by = "Bera"
    assert bots["vengeful"](*look(referee)) == {"pick": "attack", "with": "Bera"}


def drive_one(referee: Referee[Any]) -> None:
    ruling = {
        "words": "",
        "away": "no",
        "pacified": [],
        "attackers": [],
        "directly": "nothing",
        "advantage": 0,
    }
    referee.answer(referee.pending[0].id, {"pick": "rule", "with": ruling})


def test_a_sensible_character_takes_a_breather_when_low() -> None:
    """Low on Stamina, and no foe has an advantage yet."""
    for lost, pick in ((8, "breather"), (2, "melee:0")):
        setup = {
            "characters": [
                {
                    "name": "Bera",
                    "dexterity": "dragon",
                    "exhaustion": list(STAMINA[:lost]),
                    "weapons": [{"name": "axe"}],
                }
            ],
            "foes": [{"name": "Wolf"}],
        }
        referee = Referee.start(GAME, "fight", setup, seed=bytes(32))
        answer = GAME.type("fight").bots["sensible"](*look(referee))
        assert answer["pick"] == pick
        assert answer["with"] == ("dex" if pick == "breather" else "Wolf")


@pytest.mark.parametrize(
    ("sheet", "damage", "pick"),
    [
        ({}, 5, "1harm+2stamina"),
        ({"exhaustion": list(STAMINA[:5])}, 7, "2harm+1stamina"),
        ({"exhaustion": list(STAMINA[:8]), "harm": 2}, 6, "1wound"),
        ({"protection": [{"name": "leather"}]}, 6, "1wound"),
        ({"protection": [{"name": "leather"}], "against": "mental"}, 6, "2harm"),
    ],
)
def test_a_sensible_character_splits_sensibly(sheet, damage, pick) -> None:
    """Standing first, then few Wounds, then Stamina; armour is there to be used."""
    against = sheet.pop("against", "physical")
    setup = {"characters": [{"name": "Bera", **sheet}], "damage": str(damage), "against": against}
    referee = Referee.start(GAME, "hit", setup, seed=bytes(32))
    answer = GAME.type("hit").bots["sensible"](*look(referee))
    assert (answer["pick"] if isinstance(answer, dict) else answer) == pick


@pytest.mark.parametrize(
    ("setup", "place"),
    [
        ({"damage": "1d7"}, "damage"),
        ({"damage": "0d6"}, "damage"),
        ({"damage": ""}, "damage"),
        ({"damage": "1d6", "harm": 1}, "damage"),
        ({"damage": "0"}, "damage"),
        ({"characters": []}, "characters"),
        ({"characters": [{"name": "Bera", "standing": "incapacitated"}]}, "characters"),
    ],
)
def test_a_hit_that_is_none_is_refused(setup, place) -> None:
    with pytest.raises(SetupRefused) as refusal:
        GAME.type("hit").setup_from({"characters": [{"name": "Bera"}], **setup})
    assert refusal.value.place == place
    assert refusal.value.accepted


@pytest.mark.parametrize("damage", ["9d20+99", "3d20+1", "61"])
def test_dk_11_damage_beyond_all_measure_is_refused(damage: str) -> None:
    """DK-11: every split is shown, so a hit of hundreds would be thousands of them."""
    with pytest.raises(SetupRefused, match="at the most") as refusal:
        GAME.type("hit").setup_from({"characters": [{"name": "Bera"}], "damage": damage})
    assert refusal.value.accepted == "60 at the most, such as 3d20"
    GAME.type("hit").setup_from({"characters": [{"name": "Bera"}], "damage": "3d20"})


@pytest.mark.parametrize(
    ("sheet", "place"),
    [
        ({"protection": [{"name": "leather"}] * 21}, "characters[0].protection"),
        ({"weapons": [{"name": "axe"}] * 21}, "characters[0].weapons"),
        (
            {"protection": [{"name": "shell", "slots": [{"takes": "harm"}] * 21}]},
            "characters[0].protection[0].slots",
        ),
    ],
)
def test_dk_20_nobody_carries_more_than_anybody_can(sheet: dict[str, Any], place: str) -> None:
    """DK-12, DK-20: everything that helps is offered with each split."""
    with pytest.raises(SetupRefused) as refusal:
        GAME.type("hit").setup_from({"characters": [{"name": "Bera", **sheet}]})
    assert (refusal.value.place, refusal.value.accepted) == (place, "20 at the most")


@given(
    cards=st.permutations(DECKAHEDRON),
    piles=st.tuples(st.integers(0, 9), st.integers(0, 11)),
    harm=st.integers(0, 2),
    damage=st.sampled_from(["1d4", "2d6", "2"]),
    protection=st.sampled_from([[], ["good cardio"], ["leather", "good cardio"]]),
    seed=st.integers(0, 99),
)
def test_dk_13_a_hit_that_nobody_watches_ends_as_one_that_is_watched(
    cards: list[str],
    piles: tuple[int, int],
    harm: int,
    damage: str,
    protection: list[str],
    seed: int,
) -> None:
    """DK-11, DK-13: Stamina points that are searched for in one go, and a split that goes without asking, leave the
    same as one after the other with the same dice and cards, a deck that runs out in between included."""
    gone = list(filter(has_stamina, cards))[: piles[0]]
    left = list((Counter(cards) - Counter(gone)).elements())
    character = {
        "name": "Bera",
        "exhaustion": gone,
        "discard": left[: piles[1]],
        "harm": harm,
        "protection": [{"name": name} for name in protection],
    }
    kind = GAME.type("hit")
    start = kind.begin(*kind.setup_from({"characters": [character], "damage": damage}))
    ends = []
    for bot in (kind.bots["sensible"], partial(kind.bots["sensible"])):
        course = Course(kind, start.copy(), log=False)
        ends.append((play_on(course, bot, Random(seed)), msgspec.json.encode(course.contest.state)))
    assert ends[0] == ends[1]
