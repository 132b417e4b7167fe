"""DK-30 to DK-35: fighting."""

from typing import Any

import pytest

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import SUITS
from agonist.deckahedron.contests.fight import FightType, RoundBegan, next_step
from agonist.deckahedron.damage.phases import Instructed
from agonist.deckahedron.damage.stamina import StaminaLost
from agonist.deckahedron.deck.moment import to_tell
from agonist.deckahedron.deck.piles import Reshuffled
from agonist.deckahedron.fight.acts import Ruled, act, acts_of, attempt
from agonist.deckahedron.fight.aid import Aids, JointResult, who_may_aid
from agonist.deckahedron.fight.foe_turn import FoeDid, foe_acts
from agonist.deckahedron.fight.foes import BESTIARY, Fight, FoeHurt, FoeSubdued, Pacified, hurt
from agonist.deckahedron.fight.moves import (
    UNARMED,
    Chosen,
    EdgeGained,
    FoeAttacks,
    FoeUnaware,
    Regained,
    breathe,
    melee,
    shoot,
)
from agonist.deckahedron.people.scene import Hit
from agonist.kernel import GM, ActRefused, Choice, Contest, Referee, SetupRefused
from tests.deckahedron.small import Card, Weapon, asked, bera, fight, foe, play, told, with_piles

AXE, BOW = Weapon("axe", "1d6"), Weapon("bow", "1d6", ranged=True)
ON_DRAGON = {4: "2234", 3: "2323", 2: "1232", 1: "1141x"}
"""Cards by their result on Dragon."""


def duel(result: int, *more: Any, weapon: Weapon = AXE, **changes: Any) -> Contest[Fight]:
    """Bera, who has Dragon for Str and Dex, attacks a foe and flips this result."""
    character = bera(dexterity="dragon", weapons=(AXE, BOW))
    contest = fight(character, foe(**{"kind": "soldier", "squares": 0, **changes}))
    move = shoot if weapon.ranged else melee
    play(move(contest, character, weapon, contest.state.foes[0]), [ON_DRAGON[result]], *more)
    return contest


def coming(contest: Contest[Fight]) -> list[str]:
    return [hit.victim for hit in contest.state.hits]


# Foes


@pytest.mark.parametrize(("kind", "stamina"), [("civilian", 4), ("guard", 6), ("soldier", 8), ("monster", 6)])
def test_dk_30_stamina_by_kind(kind, stamina) -> None:
    """DK-30: 6 unless said otherwise."""
    assert foe(kind=kind).stamina == stamina
    assert foe(kind=kind, stamina=7).stamina == 7


def test_dk_30_the_books_foes_and_starting_characters() -> None:
    """DK-30: guards roll 1d4, soldiers 1d4 to 1d6, a lieutenant has 8 Stamina and 1d6; DK-2: suits worth 6 points."""
    assert BESTIARY["guard"].damage == "1d4"
    assert BESTIARY["soldier"].damage in ("1d4", "1d6")
    assert (BESTIARY["lieutenant"].stamina, BESTIARY["lieutenant"].damage) == (8, "1d6")
    for kind in GAME.types:
        for preset in kind.presets.values():
            for each in preset.setup.characters:
                suits = (each.strength, each.dexterity, each.intelligence)
                assert sum(SUITS.index(suit) + 1 for suit in suits) == 6
                assert {weapon.damage for weapon in each.weapons} == {"1d4"}


def test_dk_30_a_monster_has_5_to_20() -> None:
    """DK-30: and a set-up that says otherwise is refused."""
    for stamina in (4, 21):
        setup = {"characters": [{"name": "Bera"}], "foes": [{"name": "It", "stamina": stamina}]}
        with pytest.raises(SetupRefused, match="5 to 20") as refusal:
            GAME.type("fight").setup_from(setup)
        assert refusal.value.place == "foes[0].stamina"
    assert all(5 <= BESTIARY[kind].stamina <= 20 for kind in BESTIARY if BESTIARY[kind].least == 5)


def test_dk_30_damage_dice() -> None:
    """DK-30: 1, 1d4, 1d6, 1d10 and 2d6, and no other."""
    setup = {"characters": [{"name": "Bera"}], "foes": [{"name": "It", "damage": "1d8"}]}
    with pytest.raises(SetupRefused, match="1d8"):
        GAME.type("fight").setup_from(setup)
    for damage in ("1", "1d4", "1d6", "1d10", "2d6"):
        assert foe(damage=damage).damage == damage


def test_dk_30_armour_squares_cancel_damage_once() -> None:
    """DK-30: each cancels 1, and is gone."""
    contest = fight(bera(), foe(squares=2))
    goblin = contest.state.foes[0]
    play(hurt(contest, goblin, 3, contest.state.characters[0]))
    assert (goblin.squares, goblin.stamina) == (0, 5)
    play(hurt(contest, goblin, 3, contest.state.characters[0]))
    assert goblin.stamina == 2


def test_dk_30_damage_that_armour_cancels_is_not_felt() -> None:
    """DK-30: one square is left."""
    contest = fight(bera(), foe(squares=2))
    goblin = contest.state.foes[0]
    play(hurt(contest, goblin, 1, contest.state.characters[0]))
    assert (goblin.squares, goblin.stamina, goblin.hurt_by) == (1, 6, "")
    assert told(contest, FoeHurt)[0].text() == "Bera deals 1 to Goblin. Armour takes 1. Goblin feels nothing."


def test_dk_30_a_foe_at_0_is_subdued() -> None:
    """DK-30: and does not go below."""
    contest = fight(bera(), foe())
    goblin = contest.state.foes[0]
    play(hurt(contest, goblin, 9, contest.state.characters[0]))
    assert (goblin.stamina, goblin.standing) == (0, "subdued")
    assert told(contest, FoeSubdued)


def test_dk_30_a_tough_foe_takes_harm_and_wounds_as_characters_do() -> None:
    """DK-30: the attacker chooses to replace 3 or 6 of the damage."""
    contest = fight(bera(), foe(tough=True, stamina=20))
    ogre, character = contest.state.foes[0], contest.state.characters[0]
    ask = asked(hurt(contest, ogre, 7, character))
    assert ask.seat == "bera"
    assert [option.key for option in ask.legal().options] == [
        "7stamina",
        "1harm+4stamina",
        "2harm+1stamina",
        "1wound+1stamina",
    ]
    play(hurt(contest, ogre, 7, character), "1harm+4stamina")
    assert (ogre.stamina, ogre.harm, ogre.wounds) == (15, 1, 0)
    play(hurt(contest, ogre, 6, character), "1wound")
    assert (ogre.stamina, ogre.harm, ogre.wounds) == (14, 1, 1)


def test_dk_30_a_tough_foes_third_harm_is_a_wound_and_its_third_wound_the_end() -> None:
    """DK-30, DK-15, DK-16: with Stamina left."""
    contest = fight(bera(), foe(tough=True, stamina=20))
    ogre, character = contest.state.foes[0], contest.state.characters[0]
    ogre.harm, ogre.wounds = 2, 1
    play(hurt(contest, ogre, 3, character), "1harm")
    assert (ogre.harm, ogre.wounds, ogre.stamina) == (2, 2, 19)
    play(hurt(contest, ogre, 6, character), "1wound")
    assert (ogre.standing, ogre.stamina, ogre.wounds) == ("subdued", 19, 2)


def test_dk_30_small_damage_to_a_tough_foe_leaves_no_choice() -> None:
    """DK-30: 2 cannot be replaced."""
    contest = fight(bera(), foe(tough=True))
    play(hurt(contest, contest.state.foes[0], 2, contest.state.characters[0]))
    assert contest.state.foes[0].stamina == 4


# Melee


def test_dk_31_melee_double_check_avoids_the_attack() -> None:
    """DK-31: damage, and the foe does not attack."""
    contest = duel(4, "avoid", [5])
    assert (contest.state.foes[0].stamina, coming(contest)) == (3, [])


def test_dk_31_melee_double_check_adds_1d4() -> None:
    """DK-31: more damage, and the foe attacks."""
    contest = duel(4, "add", [4], [3])
    assert (contest.state.foes[0].stamina, coming(contest)) == (1, ["Bera"])


def test_dk_31_melee_check() -> None:
    """DK-31: damage, and the foe attacks."""
    contest = duel(3, [4])
    assert (contest.state.foes[0].stamina, coming(contest)) == (4, ["Bera"])
    assert contest.state.foes[0].dealt_with


def test_dk_31_melee_cross() -> None:
    """DK-31: 1 damage, and the foe attacks."""
    contest = duel(2)
    assert (contest.state.foes[0].stamina, coming(contest)) == (7, ["Bera"])


def test_dk_31_melee_double_cross() -> None:
    """DK-31: only the foe attacks."""
    contest = duel(1)
    assert (contest.state.foes[0].stamina, coming(contest)) == (8, ["Bera"])
    assert told(contest, FoeHurt) == []


def test_dk_31_unarmed_is_1() -> None:
    """DK-31: nothing to roll."""
    contest = duel(3, weapon=UNARMED)
    assert contest.state.foes[0].stamina == 7


def test_dk_31_melee_flips_str() -> None:
    """DK-31: with the suit of Str; ranged with that of Dex."""
    character = bera(strength="anvil", dexterity="dragon", weapons=(AXE, BOW))
    contest = fight(character, foe())
    play(melee(contest, character, AXE, contest.state.foes[0]), ["1434"])
    assert (contest.state.foes[0].stamina, len(contest.state.hits)) == (6, 1)
    play(shoot(contest, character, BOW, contest.state.foes[0]), ["2234"], [3])
    assert contest.state.foes[0].stamina == 3


def test_dk_31_a_subdued_foe_does_not_attack() -> None:
    """DK-31, DK-30: it was the last blow."""
    contest = duel(3, [6], kind="civilian")
    assert coming(contest) == []


def test_dk_31_an_unaware_foe_cannot_answer_the_first_attack() -> None:
    """DK-31: the second it can."""
    contest = duel(3, [2], unaware=True)
    assert coming(contest) == []
    assert told(contest, FoeUnaware)
    character, goblin = contest.state.characters[0], contest.state.foes[0]
    assert goblin.dealt_with
    play(melee(contest, character, AXE, goblin), ["1334s"], "add", [1], [1])
    assert coming(contest) == ["Bera"]


# Ranged


def test_dk_31_ranged_double_check() -> None:
    """DK-31: damage, and that is all."""
    contest = duel(4, [6], weapon=BOW)
    assert (contest.state.foes[0].stamina, coming(contest)) == (2, [])


@pytest.mark.parametrize(
    ("price", "stamina", "hits", "ammo"), [("exposed", 3, 1, 3), ("halve", 5, 0, 3), ("ammo", 3, 0, 2)]
)
@pytest.mark.parametrize("result", [3, 2])
def test_dk_31_ranged_at_a_price(result, price, stamina, hits, ammo) -> None:
    """DK-31: ✔ the player chooses, ✗ the game master; halving 5 rounds up to 3."""
    contest = duel(result, price if result == 3 else ("price", price), [5], weapon=BOW)
    assert (contest.state.foes[0].stamina, len(contest.state.hits)) == (stamina, hits)
    assert contest.state.characters[0].ammo == ammo
    assert told(contest, Chosen)[0].by_gm == (result == 2)


@pytest.mark.parametrize(("result", "seat"), [(3, "bera"), (2, GM)])
def test_dk_31_who_names_the_price(result, seat) -> None:
    """DK-31: and without ammo it cannot be ammo."""
    character = bera(dexterity="dragon", weapons=(BOW,), ammo=0)
    contest = fight(character, foe())
    run = shoot(contest, character, BOW, contest.state.foes[0])
    next(run)
    request: Any = run.send(((ON_DRAGON[result],),))
    ask = next(
        each for each in (request if isinstance(request, tuple) else (request,)) if each.what == "price"
    )
    assert ask.seat == seat
    assert ask.directed == (seat == GM)
    assert [option.key for option in ask.legal().options if option.unavailable] == ["ammo"]


def test_dk_31_the_game_master_is_waited_for_though_nothing_is_rolled() -> None:
    """DK-31: ✗ with a weapon of fixed damage: the choice comes alone, and stays until it is made."""
    sling = {"name": "sling", "damage": "1", "ranged": True}
    setup = {
        "characters": [{"name": "Bera", "dexterity": "dragon", "weapons": [sling]}],
        "foes": [{"name": "Goblin"}],
    }
    referee: Referee[Any] = Referee.start(GAME, "fight", setup, seed=bytes(32), dice={"bera": "typed"})
    referee.patient_with = frozenset([GM])
    referee.answer(referee.pending[0].id, {"pick": "ranged:0", "with": "Goblin"})
    referee.answer(referee.pending[-1].id, [ON_DRAGON[2]])
    (price,) = referee.pending
    assert (price.seat, price.request.what, price.window) == (GM, "price", True)
    referee.answer(price.id, "ammo")
    assert (referee.state.characters[0].ammo, referee.state.foes[0].stamina) == (2, 5)
    assert not referee.state.hits


def test_dk_10_the_last_hit_of_a_fight_is_told_too() -> None:
    """DK-10, phase four: with the fight decided, whoever has a story to tell is waited for."""
    contest = fight(bera(), foe())
    contest.state.foes[0].standing = "subdued"
    to_tell(contest, "narration", contest.state.characters[0])
    to_tell(contest, "wound told", contest.state.characters[0], "A spear")
    request: Any = next(next_step(contest))
    assert [(ask.seat, ask.what, ask.directed, ask.window) for ask in request] == [
        ("bera", "narration", True, True),
        (GM, "wound told", True, True),
    ]


def test_dk_31_ranged_double_cross() -> None:
    """DK-31: a miss, and exposed."""
    contest = duel(1, weapon=BOW)
    assert (contest.state.foes[0].stamina, coming(contest)) == (8, ["Bera"])


def test_dk_31_an_unaware_foe_cannot_answer_a_shot() -> None:
    """DK-31: exposed, but nobody looks."""
    contest = duel(1, weapon=BOW, unaware=True)
    assert coming(contest) == []


def test_dk_31_no_shot_without_ammo() -> None:
    """DK-31: shown with the reason."""
    contest = fight(bera(weapons=(BOW,), ammo=0), foe())
    options = {option.key: option for option in acts_of(contest.state, contest.state.characters[0]).options}
    assert options["ranged:0"].unavailable == "no ammo is left"


# Breather


def tired(*more: Any, result: int) -> Contest[Fight]:
    character = bera(intelligence="dragon", exhaustion=("1334s", "3344s", "4444s"))
    contest = fight(character, foe())
    play(breathe(contest, character, "int"), [ON_DRAGON[result]], *more)
    return contest


def test_dk_32_a_breather() -> None:
    """DK-32: ✔✔ 1d4 and no more; ✔ 1d4, ✗ 1, ✗✗ nothing, and with these the foe gains an advantage."""
    for result, more, stamina, edge in (
        (4, ([2], ["0", "2"]), 9, 0),
        (3, ([4],), 10, 1),
        (2, (["1"],), 8, 1),
        (1, (), 7, 1),
    ):
        contest = tired(*more, result=result)
        assert (contest.state.characters[0].stamina, contest.state.foes[0].edge) == (stamina, edge)


def test_dk_32_the_player_picks_the_cards() -> None:
    """DK-32: they go from the Exhaustion pile to the discard pile."""
    contest = tired([2], ["0", "2"], result=4)
    character = contest.state.characters[0]
    assert character.exhaustion == ["3344s"]
    assert character.discard == ["1334s", "2234", "4444s"]


def test_dk_32_a_regained_point_may_free_a_stamina_slot_instead() -> None:
    """DK-32: of 2 points one brings a card back, one frees the slot; slots of other kinds stay as they are."""
    character = bera(
        intelligence="dragon", exhaustion=("1334s",), protection=(Card("good cardio"), Card("leather"))
    )
    for card in character.protection:
        card.slots[0].filled = True
    contest = fight(character, foe())
    procedure = breathe(contest, character, "int")
    form = asked(procedure, ["2323"], [1]).legal()
    assert [option.key for option in form.options] == ["0", "0:0"]
    character.discard, character.deck = [], sorted([*character.deck, "2323"])
    play(breathe(contest, character, "int"), ["2323"], [1], ["0:0"])
    assert [card.slots[0].filled for card in character.protection] == [False, True]
    assert (character.stamina, character.exhaustion) == (9, ["1334s"])
    assert told(contest, Regained)[0].text().endswith("Free again: a slot of good cardio.")
    play(breathe(contest, character, "int"), ["2234"], [4])
    assert (character.stamina, character.exhaustion) == (10, [])


def test_dk_32_int_or_dex() -> None:
    """DK-32: the player says which."""
    contest = fight(bera(exhaustion=("1334s",)), foe())
    options = {option.key: option for option in acts_of(contest.state, contest.state.characters[0]).options}
    attributes = options["breather"].then
    assert isinstance(attributes, Choice)
    assert [option.key for option in attributes.options] == ["int", "dex"]


def test_dk_32_a_breather_without_need_is_a_flip_like_any_other() -> None:
    """DK-32: nothing to regain."""
    character = bera(intelligence="dragon")
    contest = fight(character, foe())
    play(breathe(contest, character, "int"), ["2323"], [3])
    assert (character.stamina, contest.state.foes[0].edge) == (10, 1)


def test_dk_32_the_next_flip_against_the_foe_is_with_disadvantage() -> None:
    """DK-32: that one, and not the one after."""
    character = bera(weapons=(AXE,))
    contest = fight(character, foe())
    goblin = contest.state.foes[0]
    goblin.edge = 1
    play(melee(contest, character, AXE, goblin), ["2234"], ["1141x"])
    assert (goblin.stamina, goblin.edge) == (6, 0)
    play(melee(contest, character, AXE, goblin), ["2323"], [1])
    assert goblin.stamina == 5


def test_dk_32_of_several_foes_the_game_master_says_which_gains() -> None:
    """DK-32: one of them."""
    character = bera(intelligence="dragon", exhaustion=("1334s",))
    contest = fight(character, foe(), foe("Wolf"))
    play(breathe(contest, character, "int"), ("edge", "Wolf"), ["1141x"])
    assert [each.edge for each in contest.state.foes] == [0, 1]
    assert told(contest, EdgeGained)[0].foe == "Wolf"


# Rounds


def begin(*foes: Any, characters: Any = ()) -> Contest[Fight]:
    kind = FightType()
    setup, options = kind.setup_from(
        {
            "characters": list(characters) or [{"name": "Bera"}, {"name": "Odo"}],
            "foes": list(foes) or [{"name": "Goblin"}, {"name": "Wolf"}],
        }
    )
    return Contest(kind.begin(setup, options), [])


def to_act(contest: Contest[Fight]) -> Any:
    """Who is asked next, without answering; of several the first."""
    for _ in range(10):
        try:
            return asked(next_step(contest))
        except AssertionError:
            continue
    raise AssertionError("nobody is asked")


def turn(contest: Contest[Fight], *answers: Any) -> None:
    """Play silent steps until these answers fit the next one."""
    for _ in range(10):
        run = next_step(contest)
        try:
            first = next(run)
        except StopIteration:
            continue
        run2 = _again(run, first)
        play(run2, *answers)
        return
    raise AssertionError("nobody is asked")


def _again(run: Any, request: Any) -> Any:
    try:
        while True:
            request = run.send((yield request))
    except StopIteration:
        return


def test_dk_33_each_character_acts_once_then_each_foe() -> None:
    """DK-33: a round."""
    contest = begin()
    asked_about = []
    for _ in range(2):
        asked_about.append(to_act(contest).about)
        turn(contest, {"pick": "other", "with": "wait"}, _nothing())
    turn(contest, {"all": "hold", "foe0": "as-all", "foe1": "as-all"})
    for _ in range(2):
        asked_about.append(to_act(contest).about)
        turn(contest)
    assert asked_about == ["Bera", "Odo", "Goblin", "Wolf"]
    assert to_act(contest).about == "Bera"
    assert [event.round for event in told(contest, RoundBegan)] == [1, 2]
    assert [event.deed for event in told(contest, FoeDid)] == ["hold", "hold"]


def _nothing(**changes: Any) -> dict[str, Any]:
    ruling = {
        "words": "",
        "away": "no",
        "pacified": [],
        "attackers": [],
        "directly": "nothing",
        "advantage": 0,
    }
    return {"pick": "rule", "with": {**ruling, **changes}}


def test_dk_33_the_players_choose_the_order() -> None:
    """DK-33: everybody who has not acted is asked at once; whoever answers acts, and the others are asked again."""
    setup = {"characters": [{"name": "Bera"}, {"name": "Odo"}, {"name": "Siv"}], "foes": [{"name": "Wolf"}]}
    referee = Referee.start(GAME, "fight", setup, seed=bytes(32))
    acted = []
    for expected in (["bera", "odo", "siv"], ["bera", "siv"], ["bera"]):
        assert [each.seat for each in referee.pending] == expected
        acted.append(referee.pending[len(expected) // 2].seat)
        referee.answer(referee.pending[len(expected) // 2].id, {"pick": "other", "with": ""})
        referee.answer(referee.pending[0].id, _nothing())
    assert acted == ["odo", "siv", "bera"]
    assert (referee.pending[0].seat, referee.state.round) == (GM, 1)


def test_dk_33_who_was_late_is_told_so() -> None:
    """DK-33: the question of before has been closed by another's act; nothing changes."""
    setup = {"characters": [{"name": "Bera"}, {"name": "Odo"}], "foes": [{"name": "Wolf"}]}
    referee = Referee.start(GAME, "fight", setup, seed=bytes(32))
    late = referee.pending[1].id
    referee.answer(referee.pending[0].id, {"pick": "other", "with": ""})
    with pytest.raises(ActRefused, match="answered, or is closed"):
        referee.answer(late, {"pick": "other", "with": ""})
    assert referee.state.order == ["Odo"]


@pytest.mark.parametrize(
    ("manner", "targets"),
    [
        ("nearest", ["Odo", "Bera", "Bera"]),
        ("spread", ["Bera", "Odo", "Siv"]),
        ("weakest", ["Siv", "Siv", "Siv"]),
        ("hold", []),
    ],
)
def test_dk_33_the_foes_are_played_as_one(manner, targets) -> None:
    """DK-33: the game master says what all do; the first was struck by Odo, and Siv is the weakest."""
    characters = [{"name": "Bera"}, {"name": "Odo"}, {"name": "Siv", "exhaustion": ["1334s"]}]
    contest = begin({"name": "A"}, {"name": "B"}, {"name": "C"}, characters=characters)
    to_act(contest)
    contest.state.order, contest.state.foes[0].hurt_by = [], "Odo"
    assert (
        _struck_by(contest, {"all": manner, "foe0": "as-all", "foe1": "as-all", "foe2": "as-all"}) == targets
    )


def test_dk_33_single_foes_do_something_else() -> None:
    """DK-33: one attacks another target, one gives up, and who was to be attacked but has fallen is let be."""
    contest = begin({"name": "A"}, {"name": "B"}, {"name": "C"})
    to_act(contest)
    contest.state.order = []
    plan = {"all": "hold", "foe0": {"pick": "attack", "with": "Odo"}, "foe1": "pacified", "foe2": "as-all"}
    assert _struck_by(contest, plan) == ["Odo"]
    assert [each.standing for each in contest.state.foes] == ["up", "pacified", "up"]
    contest = begin({"name": "A"}, {"name": "B"})
    to_act(contest)
    contest.state.order = []
    turn(contest, {"all": "nearest", "foe0": {"pick": "attack", "with": "Odo"}, "foe1": "as-all"})
    contest.state.characters[1].standing = "incapacitated"
    turn(contest)
    assert coming(contest) == ["Bera"]


def _struck_by(contest: Contest[Fight], plan: dict[str, Any]) -> list[str]:
    """Whom the foes attack by a plan, in their order."""
    turn(contest, plan)
    struck: list[str] = []
    while contest.state.due:
        play(next_step(contest))
        struck += coming(contest)
        contest.state.hits.clear()
    return struck


@pytest.mark.parametrize(
    ("weapon", "answers"),
    [
        ("melee:0", (["2234"], "avoid", [1])),
        ("ranged:1", (["2323"], "ammo", [1])),
        ("ranged:1", (["2234"], [1])),
        ("ranged:1", (["2323"], "halve", [1])),
    ],
)
def test_dk_33_a_foe_that_was_attacked_is_dealt_with(weapon, answers) -> None:
    """DK-33: avoided, paid off with ammo or shot down, it has had its chance: the round is over."""
    gear = [{"name": "axe"}, {"name": "bow", "ranged": True}]
    bera = {"name": "Bera", "strength": "dragon", "dexterity": "dragon", "weapons": gear}
    contest = begin({"name": "Goblin"}, characters=[bera])
    to_act(contest)
    turn(contest, {"pick": weapon, "with": "Goblin"}, *answers)
    ask = to_act(contest)
    assert (ask.about, contest.state.round, contest.state.hits) == ("Bera", 2, [])


def test_dk_33_an_unaware_foe_that_was_attacked_is_dealt_with() -> None:
    """DK-33, DK-31: it got no chance."""
    contest = begin({"name": "Goblin", "unaware": True}, characters=[{"name": "Bera", "strength": "dragon"}])
    to_act(contest)
    turn(contest, {"pick": "melee:unarmed", "with": "Goblin"}, ["2323"])
    assert (to_act(contest).about, contest.state.round) == ("Bera", 2)


def test_dk_33_foes_in_ambush_attack_once_before_the_first_round() -> None:
    """DK-33: option `first`."""
    kind = FightType()
    setup = {"characters": [{"name": "Bera"}], "foes": [{"name": "Goblin"}, {"name": "Wolf"}]}
    contest = Contest(kind.begin(*kind.setup_from(setup, {"first": "foes"})), [])
    assert (to_act(contest).what, contest.state.round) == ("foes", 0)
    plan = {"all": "nearest", "foe0": "as-all", "foe1": "as-all"}
    assert _struck_by(contest, plan) == ["Bera", "Bera"]
    assert (to_act(contest).about, contest.state.round) == ("Bera", 1)
    contest.state.order = []
    assert to_act(contest).what == "foes", "in the first round they may again"


def test_dk_33_a_foe_that_has_answered_does_not_attack_again() -> None:
    """DK-33: the goblin struck back, the wolf may attack."""
    contest = begin(characters=[{"name": "Bera", "strength": "dragon"}])
    to_act(contest)
    turn(contest, {"pick": "melee:unarmed", "with": "Goblin"}, ["2323"])
    contest.state.hits.clear()
    ask = to_act(contest)
    assert (ask.seat, ask.about) == (GM, "Wolf")
    turn(contest, {"pick": "attack", "with": "Bera"})
    assert [(hit.source, hit.victim) for hit in contest.state.hits] == [("Wolf", "Bera")]


def test_dk_33_every_round_begins_afresh() -> None:
    """DK-33: a foe that was dealt with may attack again."""
    contest = begin({"name": "Goblin"})
    to_act(contest)
    turn(contest, {"pick": "melee:unarmed", "with": "Goblin"}, ["1232"])
    contest.state.hits.clear()
    turn(contest, {"pick": "other", "with": ""}, _nothing())
    ask = to_act(contest)
    assert (ask.about, contest.state.round) == ("Bera", 2), "the goblin has answered"
    for _ in range(2):
        turn(contest, {"pick": "other", "with": ""}, _nothing())
    assert to_act(contest).about == "Goblin"


def test_dk_33_the_game_master_chooses_the_target() -> None:
    """DK-33: among those who are up."""
    contest = begin({"name": "Wolf"})
    contest.state.round, contest.state.phase, contest.state.due = 1, "foes", ["Wolf"]
    form = asked(foe_acts(contest, contest.state.foes[0])).legal()
    assert [option.key for option in form.options] == ["attack", "hold", "danger", "pacified"]
    assert [option.key for option in form.options[0].then.options] == ["Bera", "Odo"]
    contest.state.characters[0].standing = "incapacitated"
    form = asked(foe_acts(contest, contest.state.foes[0])).legal()
    assert [option.key for option in form.options[0].then.options] == ["Odo"]


def test_dk_33_an_incapacitated_character_does_not_act() -> None:
    """DK-33, DK-14: the next one is asked."""
    contest = begin()
    to_act(contest)
    contest.state.characters[0].standing = "incapacitated"
    assert to_act(contest).about == "Odo"


def test_dk_33_fleeing_is_for_the_game_master_to_rule() -> None:
    """DK-33: away, but not before the parting blow."""
    contest = begin({"name": "Wolf"})
    to_act(contest)
    turn(contest, {"pick": "flee", "with": "over the wall"}, _nothing(away="yes", attackers=["Wolf"]))
    assert [hit.victim for hit in contest.state.hits] == ["Bera"]
    assert contest.state.characters[0].standing == "up"
    assert told(contest, Ruled)[0].gone
    contest.state.hits.clear()
    to_act(contest)
    assert contest.state.characters[0].standing == "gone"


def test_dk_33_something_else_may_need_a_flip() -> None:
    """DK-33, DK-3: the game master calls for it and then rules; before it one may reshuffle."""
    contest = begin(
        {"name": "Wolf"}, characters=[{"name": "Bera", "discard": ["1111"], "intelligence": "dragon"}]
    )
    to_act(contest)
    turn(
        contest,
        {"pick": "other", "with": "calm it"},
        {"pick": "flip", "with": {"attribute": "int", "advantage": 1}},
        ("reshuffle", "yes"),
        ["2234"],
        ["1232"],
        _nothing(words="It lies down.", pacified=["Wolf"]),
    )
    assert told(contest, Reshuffled)
    assert told(contest, Pacified)
    assert contest.state.foes[0].standing == "pacified"


def test_dk_33_a_ruling_can_cost_harm_or_give_an_advantage() -> None:
    """DK-33, DK-10: directly."""
    contest = begin({"name": "Wolf"})
    to_act(contest)
    turn(contest, {"pick": "other", "with": "jump"}, _nothing(directly=_taken(harm=1), advantage=2))
    assert contest.state.hits[0].left == ["harm"]
    assert contest.state.characters[0].advantage == 2


def test_dk_10_a_ruling_can_take_any_number_and_strain_the_mind() -> None:
    """DK-10, DK-12: mental Harm, which leather does not absorb."""
    contest = begin({"name": "Wolf"}, characters=[{"name": "Bera", "protection": [{"name": "leather"}]}])
    to_act(contest)
    ruling = _nothing(directly=_taken(stamina=4, harm=2, against="mental"))
    turn(contest, {"pick": "other", "with": "look at it"}, ruling)
    hit = contest.state.hits[0]
    assert (hit.left, hit.against) == (["harm"] * 2 + ["stamina"] * 4, "mental")
    turn(contest, ["1334s"])
    assert (contest.state.characters[0].harm, contest.state.characters[0].stamina) == (1, 9)


def _taken(**much: Any) -> dict[str, Any]:
    return {"pick": "take", "with": {"stamina": 0, "harm": 0, "wounds": 0, "against": "physical", **much}}


def test_dk_33_advantages_add_up() -> None:
    """DK-3, DK-33: a ruling that gives none takes none away."""
    contest = begin({"name": "Wolf"}, characters=[{"name": "Bera"}])
    for ruled, advantage in ((2, 2), (0, 2), (-1, 1)):
        to_act(contest)
        turn(contest, {"pick": "other", "with": "climb"}, _nothing(advantage=ruled))
        turn(contest, "hold")
        assert contest.state.characters[0].advantage == advantage


def test_dk_33_an_advantage_is_for_one_flip() -> None:
    """DK-3, DK-33: three cards, then one."""
    character = bera(weapons=(AXE,), advantage=2)
    contest = fight(character, foe())
    play(melee(contest, character, AXE, contest.state.foes[0]), ["1232"], ["1141x"], ["2323"], [1])
    play(melee(contest, character, AXE, contest.state.foes[0]), ["3344s"], "avoid", [1])
    assert contest.state.foes[0].stamina == 4


def test_dk_33_a_foe_that_a_ruling_lets_attack_is_unaware_no_longer() -> None:
    """DK-33, DK-31: it has noticed, so it answers the next attack."""
    contest = begin({"name": "Wolf", "unaware": True})
    wolf = contest.state.foes[0]
    to_act(contest)
    turn(contest, {"pick": "other", "with": "shout"}, _nothing(attackers=["Wolf"]))
    assert (wolf.unaware, wolf.dealt_with, len(contest.state.hits)) == (False, True, 1)


def test_dk_33_an_unaware_foe_has_to_notice_first() -> None:
    """DK-33, DK-31: it may stay unaware."""
    contest = begin({"name": "Wolf", "unaware": True})
    wolf = contest.state.foes[0]
    assert [option.key for option in asked(foe_acts(contest, wolf)).legal().options] == ["notice", "unaware"]
    play(foe_acts(contest, wolf), "unaware")
    assert wolf.unaware
    play(foe_acts(contest, wolf), "notice")
    assert not wolf.unaware


def test_dk_10_a_foes_danger_can_be_anything() -> None:
    """DK-10: mental, direct, with a name of its own."""
    contest = begin({"name": "Wolf"})
    much = {"pick": "directly", "with": {"stamina": 2, "harm": 0, "wounds": 0}}
    danger = {"target": "Odo", "source": "Its howl", "damage": much, "against": "mental"}
    play(foe_acts(contest, contest.state.foes[0]), {"pick": "danger", "with": danger})
    assert contest.state.hits == [Hit("Odo", "Its howl", "", "mental", None, ["stamina", "stamina"])]
    turn(contest, ["1334s"])
    assert told(contest, Instructed)


def test_dk_3_reshuffling_before_an_act_is_free() -> None:
    """DK-3: in the pause before the flip, and who has offered help meanwhile still helps."""
    contest = begin({"name": "Wolf"}, characters=[{"name": "Bera", "discard": ["1111"]}, {"name": "Odo"}])
    to_act(contest)
    strike = {"pick": "melee:unarmed", "with": "Wolf"}
    run = next_step(contest)
    next(run)
    first: Any = run.send((strike, None))
    assert [getattr(each, "what", "") for each in first][:2] == ["reshuffle", "aid"]
    second: Any = run.send(("yes", "yes", None))
    assert contest.state.characters[0].discard == []
    (draw,) = second
    assert len(draw.pile) == 20
    run.send((("1232",),))
    assert told(contest, Aids)[0].who == "Odo"


# Aid


def helped(own: str, aid: str, *more: Any, **odo: Any) -> Contest[Fight]:
    """Bera attacks, and Odo chimes in."""
    contest = fight(bera(weapons=(AXE,)), bera(name="Odo", **odo), foe(kind="soldier", squares=0))
    melee_goblin = {"pick": "melee:0", "with": "Goblin"}
    play(act(contest), melee_goblin, ("aid", "yes"), [own], [aid], *more)
    return contest


def test_dk_34_the_best_single_card_resolves() -> None:
    """DK-34: the helper's ✔ on Anvil beats one's own ✗ on Dragon."""
    contest = helped("1232", "3122", [4])
    assert told(contest, Aids)[0].text() == "Odo aids Bera."
    assert (told(contest, JointResult)[0].whose, contest.state.foes[0].stamina) == ("Odo", 4)


def test_dk_34_the_helper_flips_anvil() -> None:
    """DK-34: whatever the helper's own suits are: ✔✔ on Dragon is ✗ on Anvil here."""
    contest = helped("1232", "2234", strength="dragon", dexterity="dragon", intelligence="dragon")
    assert (told(contest, JointResult)[0].whose, contest.state.foes[0].stamina) == ("Bera", 7)


def test_dk_34_bad_consequences_hit_everyone_who_took_part() -> None:
    """DK-34: the foe attacks both."""
    contest = helped("2323", "1111", [1])
    assert coming(contest) == ["Bera", "Odo"]
    assert told(contest, FoeAttacks)[0].cites() == "DK-34"


def test_dk_34_xp_is_for_whose_card_resolves() -> None:
    """DK-34, DK-5: and a wound card costs whoever flipped it, after the move."""
    contest = helped("1141x", "2212x")
    assert [each.xp for each in contest.state.characters] == [0, 1]
    contest = helped("1334s", "1112w", "avoid", [1], "lose", ["3344s"], wounds=1)
    assert told(contest, StaminaLost)[0].who == "Odo"


def test_dk_34_a_tie_between_them_is_for_the_player_of_the_move() -> None:
    """DK-34, DK-3: if it matters."""
    contest = helped("1232", "2212x", "Bera")
    assert [each.xp for each in contest.state.characters] == [0, 0]


def test_dk_34_aid_costs_no_act_and_is_given_once_a_round() -> None:
    """DK-34: Odo helps Bera, is not asked again for Siv, and acts all the same; next round Odo may again."""
    contest = begin({"name": "Wolf"}, characters=[{"name": "Bera"}, {"name": "Odo"}, {"name": "Siv"}])
    to_act(contest)
    strike = {"pick": "melee:unarmed", "with": "Wolf"}
    turn(contest, strike, ("aid", "yes"), ["1232"], ["1111"])
    assert (contest.state.helped, contest.state.order) == (["Odo"], ["Odo", "Siv"])
    contest.state.hits.clear()
    turn(contest, {"pick": "other", "with": ""}, _nothing())
    siv = contest.state.character("Siv")
    assert [each.name for each in who_may_aid(contest.state, siv)] == ["Bera"]
    turn(contest, strike, ["1232"])
    contest.state.hits.clear()
    to_act(contest)
    assert (contest.state.round, contest.state.helped) == (2, [])


def test_dk_34_nobody_is_asked_where_nothing_is_flipped() -> None:
    """DK-34: aid is for a flip."""
    contest = begin({"name": "Wolf"})
    to_act(contest)
    turn(contest, {"pick": "other", "with": "wait and see"}, _nothing())
    assert contest.state.order == ["Odo"]


def test_dk_34_what_a_ruling_brings_hits_everyone_who_took_part() -> None:
    """DK-34, DK-33: the foes' attacks and what is taken directly."""
    contest = begin({"name": "Wolf"})
    to_act(contest)
    flip = {"pick": "flip", "with": {"attribute": "int", "advantage": 0}}
    badly = _nothing(attackers=["Wolf"], directly=_taken(harm=1))
    turn(contest, {"pick": "other", "with": "calm it"}, flip, ("aid", "yes"), ["1232"], ["3122"], badly)
    struck = [(hit.victim, hit.source == "Wolf", hit.left) for hit in contest.state.hits]
    assert struck == [
        ("Bera", True, []),
        ("Odo", True, []),
        ("Bera", False, ["harm"]),
        ("Odo", False, ["harm"]),
    ]


def test_dk_34_several_may_help() -> None:
    """DK-34: each flips one card."""
    contest = fight(bera(weapons=(AXE,)), bera(name="Odo"), bera(name="Siv"), foe())
    play(
        melee(contest, contest.state.characters[0], AXE, contest.state.foes[0]),
        ("aid", "yes"),
        ("aid", "yes"),
        ["1232"],
        ["1111"],
        ["3122"],
        [2],
    )
    assert told(contest, JointResult)[0].whose == "Siv"
    assert coming(contest) == ["Bera", "Odo", "Siv"]


def test_dk_4_in_a_fight_the_move_resolves_before_the_stamina_is_lost() -> None:
    """DK-4, DK-35: the last blow lands, and then the last Stamina goes: the foes were subdued before."""
    character = with_piles(["1112w", "1111", "1334s"], strength="dragon")
    contest = fight(character, foe(stamina=None, kind="civilian"))
    contest.state.foes[0].stamina = 1
    play(melee(contest, character, AXE, contest.state.foes[0]), ["1112w"], "lose", ["1334s"])
    assert contest.state.foes[0].standing == "subdued"
    assert character.standing == "incapacitated"
    contest.state.tellings.clear()
    outcome = FightType().outcome(contest.state)
    assert outcome is not None
    assert outcome.won  # type: ignore[attr-defined]


@pytest.mark.parametrize("deed", ["shot", "breather", "ruling", "aid"])
def test_dk_4_a_wound_card_costs_a_stamina_point_in_every_move(deed) -> None:
    """DK-4, DK-34: after a shot, a breather, a flip that the game master called for, and of who aids too."""
    wounded = with_piles([*bera().deck, "1112w"])
    helped = bera(name="Odo", weapons=(AXE,))
    contest = fight(wounded, helped, foe())
    goblin, flip = contest.state.foes[0], (["1112w"],)
    ruling = {"pick": "flip", "with": {"attribute": "int", "advantage": 0}}
    if deed == "shot":
        play(shoot(contest, wounded, BOW, goblin), *flip, "lose", ["1334s"])
    elif deed == "breather":
        play(breathe(contest, wounded, "int"), *flip, "lose", ["1334s"])
    elif deed == "ruling":
        play(attempt(contest, wounded, "", flees=False), ruling, *flip, _nothing(), "lose", ["1334s"])
    else:
        play(melee(contest, helped, AXE, goblin), ("aid", "yes"), ["1232"], ["1112w"], "lose", ["1334s"])
    assert (wounded.stamina, wounded.exhaustion) == (9, ["1334s"])
    assert helped.stamina == 10


# The end


@pytest.mark.parametrize("how", ["subdued", "pacified"])
def test_dk_35_the_players_win_when_all_foes_are_out(how) -> None:
    """DK-35: subdued or pacified."""
    contest = begin()
    contest.state.foes[0].standing = "subdued"
    assert FightType().outcome(contest.state) is None
    contest.state.foes[1].standing = how
    outcome = FightType().outcome(contest.state)
    assert outcome is not None
    assert (outcome.won, outcome.winners, outcome.rule) == (True, ("Bera", "Odo"), "DK-35")  # type: ignore[attr-defined]


@pytest.mark.parametrize("how", ["incapacitated", "gone"])
def test_dk_35_the_players_lose_when_all_characters_are_out(how) -> None:
    """DK-35: incapacitated or gone."""
    contest = begin()
    contest.state.characters[0].standing = "incapacitated"
    assert FightType().outcome(contest.state) is None
    contest.state.characters[1].standing = how
    outcome = FightType().outcome(contest.state)
    assert outcome is not None
    assert (outcome.won, outcome.winners) == (False, ("Goblin", "Wolf"))  # type: ignore[attr-defined]


def test_dk_35_the_last_to_flee_loses_the_fight() -> None:
    """DK-35, DK-33: gone once what the ruling brought has been dealt with, and nobody is asked any more."""
    contest = begin({"name": "Wolf"}, characters=[{"name": "Bera"}])
    to_act(contest)
    turn(contest, {"pick": "flee", "with": ""}, _nothing(away="yes"))
    assert FightType().outcome(contest.state) is None
    play(next_step(contest))
    outcome = FightType().outcome(contest.state)
    assert outcome is not None
    assert (outcome.won, outcome.winners) == (False, ("Wolf",))  # type: ignore[attr-defined]


def test_dk_35_hits_on_their_way_arrive_before_the_end() -> None:
    """DK-35: the fight is not over while one is being dealt with."""
    contest = begin()
    for each in contest.state.foes:
        each.standing = "subdued"
    contest.state.hits = [Hit("Bera", "Wolf", "1")]
    assert FightType().outcome(contest.state) is None


def test_a_fight_needs_somebody_who_can_fight() -> None:
    for setup, place in (
        ({"characters": [], "foes": [{"name": "Wolf"}]}, "characters"),
        ({"characters": [{"name": "Bera"}], "foes": []}, "foes"),
        ({"characters": [{"name": "Wolf"}], "foes": [{"name": "Wolf"}]}, "foes"),
        (
            {"characters": [{"name": "Bera", "standing": "incapacitated"}], "foes": [{"name": "Wolf"}]},
            "characters",
        ),
    ):
        with pytest.raises(SetupRefused) as refusal:
            GAME.type("fight").setup_from(setup)
        assert refusal.value.place == place
        assert refusal.value.accepted


def test_characters_of_a_table_are_enlisted() -> None:
    kind = GAME.type("fight")
    setup = kind.presets["goblin"].setup
    sheet = kind.begin(*kind.setup_from(setup)).characters[0]
    assert sheet.name == "Bera"
    joined = kind.enlist(setup, "Rook", {"strength": "crown", "harm": 1}, "seat-2")
    assert [(each.name, each.seat) for each in joined.characters] == [("Bera", ""), ("Rook", "seat-2")]
    instead = kind.enlist(setup, "Bera", {"protection": [{"name": "leather"}]}, "seat-1")
    assert [(each.name, each.seat, each.protection) for each in instead.characters] == [
        ("Bera", "seat-1", (Card("leather"),))
    ]
    with pytest.raises(SetupRefused):
        kind.enlist(setup, "Rook", {"strength": "iron"}, "seat-2")
