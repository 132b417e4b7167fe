"""How often a fight stops to ask, and that nothing else changes when everything is asked."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from agonist.deckahedron import GAME
from agonist.deckahedron.cards import STAMINA
from agonist.deckahedron.fight.foe_turn import planned
from agonist.deckahedron.fight.foes import Fight
from agonist.kernel import GM, Answered, Ask, Referee, Seen, defaults, drive, enumerate_contest
from benchmarks.flow import play
from tests.deckahedron.small import Weapon, fight, foe, with_piles

FIGHT = GAME.type("fight")


@pytest.mark.parametrize(("name", "questions", "game_master"), [("soldiers", 45, 12), ("goblin", 10, 1)])
def test_a_fight_asks_no_more_than_it_must(name, questions, game_master) -> None:
    """Questions that are waited for, played as the first bot plays; rolls apart, at most one for each."""
    random = Random(name)
    played = [play(GAME, FIGHT, FIGHT.presets[name], FIGHT.bots["sensible"], random) for _ in range(10)]
    assert sum(each.questions for each in played) / 10 <= questions
    assert sum(each.game_master for each in played) / 10 <= game_master


def test_a_first_fight_is_over_in_twenty_taps() -> None:
    """The goblin, who waits for a newcomer: decisions and rolls together, and the first tap is a decision."""
    random = Random(20)
    preset = FIGHT.presets["goblin"]
    taps = [play(GAME, FIGHT, preset, FIGHT.bots["sensible"], random) for _ in range(30)]
    assert sorted(each.questions + each.rolls for each in taps)[26] <= 20
    referee = Referee.start(GAME, "fight", preset.setup, dice={"bera": "tap"}, seed=bytes(32))
    assert [pending.request.what for pending in referee.pending] == ["act"]


def test_an_attack_is_a_form_and_a_tap() -> None:
    """DK-31, DK-33: weapon and target in one answer; the flip waits for a word, the damage follows it."""
    referee = Referee.start(
        GAME, "fight", FIGHT.presets["goblin"].setup, dice={"bera": "tap"}, seed=b"6".rjust(32)
    )
    referee.answer(referee.pending[0].id, {"pick": "melee:0", "with": "Goblin"})
    assert [(pending.seat, pending.dice) for pending in referee.pending] == [("bera", "tap")]
    before = len(referee.transcript.entries)
    referee.answer(referee.pending[0].id, "sealed")
    assert len(referee.transcript.entries) > before
    assert referee.pending[0].at > before - 1


def small_fight(first: str) -> Fight:
    """Somebody with next to nothing left against two foes: few enough cards to go through all."""
    character = with_piles(
        ["2323", "1232", "1334s", "3344s"], strength="dragon", weapons=(Weapon("axe", "1"),)
    )
    foes = [foe("A", kind="civilian", stamina=1), foe("B", kind="civilian", stamina=2)]
    state = fight(character, *foes).state
    state.round, state.phase, state.order = 0, "foes", []
    state.due = ["A", "B"] if first == "foes" else []
    return state


@pytest.mark.parametrize("first", ["characters", "foes"])
def test_the_odds_are_the_same_whether_windows_are_asked_or_not(first) -> None:
    """Enumerated: a policy that leaves windows closed, and one that answers each by hand as it would have closed."""

    def closed(seen: Seen, ask: Ask) -> Any:
        return FIGHT.bots["sensible"](seen, ask)

    def by_hand(seen: Seen, ask: Ask) -> Any:
        """As if there were no windows: every question is answered for itself, from its form."""
        if not ask.window:
            return closed(seen, ask)
        if ask.what == "foe":
            weak = min(
                (each for each in seen.state["characters"] if each["standing"] == "up"),
                key=lambda each: each["stamina"],
            )
            return {"pick": "attack", "with": weak["name"]}
        return {"stamina": _lose, "reshuffle": _no}.get(ask.what, _nothing)(ask)

    def chances(policy: Any) -> dict[bool | None, Fraction]:
        found = enumerate_contest(FIGHT, small_fight(first), policy, _won, turns=30)
        return {**found.of, None: found.undecided}

    assert chances(closed) == chances(by_hand)


def _won(_: Fight, outcome: Any) -> bool | None:
    return bool(outcome.won)


def _lose(ask: Ask) -> str:
    return "rest" if any(option.key == "rest" for option in ask.legal().options) else "lose"  # type: ignore[attr-defined]


def _no(_: Ask) -> str:
    return "no"


def _nothing(_: Ask) -> str:
    return ""


def test_strict_and_free_contests_with_the_same_dice_are_the_same() -> None:
    """Whoever answers every window as it would have closed plays the same fight."""
    for seed in range(5):
        ended = []
        for strict in (False, True):
            referee = Referee.start(
                GAME, "fight", FIGHT.presets["soldiers"].setup, seed=bytes([seed] * 32), strict=strict
            )
            drive(referee, dict.fromkeys(referee.seats, FIGHT.bots["sensible"]))
            ended.append((referee.result, [line.event for line in referee.lines]))
        assert ended[0] == ended[1]


def test_a_player_who_is_away_does_not_hold_up_the_table() -> None:
    """The game master taps for them."""
    referee = Referee.start(
        GAME, "fight", FIGHT.presets["goblin"].setup, dice={"bera": "tap"}, seed=bytes(32)
    )
    referee.answer(referee.pending[0].id, {"pick": "melee:0", "with": "Goblin"}, by=GM)
    referee.answer(referee.pending[0].id, "sealed", by=GM)
    drive(referee, {"bera": defaults, GM: defaults})
    assert referee.over


def test_a_standing_order_splits_small_hits_without_asking() -> None:
    """DK-11: all as Stamina while 4 or more are left; then the player is asked again."""
    setup = {"characters": [{"name": "Bera", "seat": "bera"}], "damage": "3"}
    for lost, asked in ((3, []), (4, ["split"])):
        exhausted = {**setup["characters"][0], "exhaustion": list(STAMINA[:lost])}  # type: ignore[dict-item]
        referee = Referee.start(
            GAME, "hit", {**setup, "characters": [exhausted], "damage": "1d6"}, dice={"bera": "typed"}
        )
        referee.order("bera", "split", "stamina")
        referee.answer(referee.pending[0].id, [3])
        assert [p.request.what for p in referee.pending if isinstance(p.request, Ask)][:1] == asked


def test_a_standing_order_for_all_foes() -> None:
    """DK-33: the game master has them spread out in every round, and is asked no more."""
    preset = FIGHT.presets["soldiers"]
    referee = Referee.start(GAME, "fight", preset.setup, seed=bytes(32))
    referee.order(GM, "foes", "spread")
    drive(referee, dict.fromkeys(referee.seats, FIGHT.bots["sensible"]))
    given = [entry for entry in referee.transcript.entries if isinstance(entry, Answered)]
    plans = [entry for entry in given if isinstance(entry.value, dict) and "all" in entry.value]
    assert plans
    assert {(entry.granted, entry.value["all"]) for entry in plans} == {("order", "spread")}


@pytest.mark.parametrize(
    ("manner", "target"), [("nearest", "Odo"), ("spread", "Siv"), ("weakest", "Bera")], ids=lambda each: each
)
def test_dk_33_an_order_for_all_foes_holds_where_one_is_due(manner: str, target: str) -> None:
    """DK-33: the game master is not asked, and the one foe does what it would do among others."""
    people = [
        {"name": name, "exhaustion": list(STAMINA[: 6 if name == "Bera" else 0])}
        for name in ("Bera", "Odo", "Siv")
    ]
    referee = Referee.start(GAME, "fight", {"characters": people, "foes": [{"name": "Wolf"}]}, seed=bytes(32))
    state = referee.state
    for _ in people:
        referee.answer(referee.pending[0].id, {"pick": "other", "with": "wait"})
        referee.answer(referee.pending[0].id, referee.pending[0].form().fallback())
    (ask,) = [each.request for each in referee.pending if isinstance(each.request, Ask)]
    assert (ask.what, ask.about) == ("foes", "Wolf")
    state.foes[0].hurt_by, state.aimed = "Odo", ["Bera", "Odo"]
    (order,) = [each for each in FIGHT.orders["foes"] if each.key == manner]
    answer = order.decide(Seen(GM, state), ask)
    assert answer == {"pick": "attack", "with": target}
    state.plan = {"": manner}
    assert answer == planned(state, state.foes[0]).answer()
    state.plan, state.foes[0].unaware = {}, True
    assert order.decide(Seen(GM, state), ask) == "notice"
    state.foes[0].unaware = False
    referee.order(GM, "foes", manner)
    given = [entry for entry in referee.transcript.entries if isinstance(entry, Answered)]
    assert ("order", target) in [(e.granted, e.value["with"]) for e in given if isinstance(e.value, dict)]
