"""Foresight: what may come of dice that wait, told by the rules themselves."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from agonist import kernel
from agonist.kernel import Ask, Pending, Referee, Seen, defaults
from agonist.odds import foresight
from agonist.odds.foresight import Foresight, foreseen
from agonist.odds.foretold import foretold
from agonist.odds.situations import situation_at
from agonist.tabletop import offered
from agonist.web.pages.answers import answer_of

SEED = bytes(32)


def held(
    game: str, preset: str, most: int = 3, people: Any = None, **options: Any
) -> Iterator[tuple[Referee[Any], Pending]]:
    """The first rolls of a ready contest that wait for somebody's word."""
    kind = next(each for each in kernel.game(game).types if preset in each.presets)
    ready = kind.presets[preset]
    setup: Any = msgspec.to_builtins(ready.setup)
    if people:
        setup["contestants"] = [each | new for each, new in zip(setup["contestants"], people, strict=True)]
    options = msgspec.to_builtins(ready.options) | options
    seats = kind.seats(kind.setup_from(setup, options)[0])
    dice: Any = dict.fromkeys(["gm", *seats], "tap")
    referee = Referee.start(kernel.game(game), kind.name, setup, options, seed=SEED, dice=dice)
    policy = next(iter(kind.bots.values()), defaults)
    while not referee.over and most:
        musts = [each for each in referee.pending if isinstance(each.request, Ask) and not each.window]
        rolls = [each for each in referee.pending if not isinstance(each.request, Ask)]
        if musts:
            ask = musts[0].request
            assert isinstance(ask, Ask)
            answer = policy(Seen(musts[0].seat, referee.state, (referee, musts[0])), ask)
            referee.answer(musts[0].id, ask.completed(answer))
        elif rolls:
            most -= 1
            yield referee, rolls[0]
            referee.answer(rolls[0].id, "sealed")
        else:
            referee.let_pass()


def of(referee: Referee[Any], seat: str, slot: int) -> Foresight:
    found = foreseen(situation_at(referee, seat, slot))
    assert found is not None
    return found


def in_hundredths(found: Foresight) -> tuple[int, int, int]:
    return (
        round(100 * found.chance("ahead")),
        round(100 * found.chance("level")),
        round(100 * found.chance("behind")),
    )


def by_hand(mine: int, theirs: int) -> tuple[int, int, int]:
    """QS-4 to QS-6 by hand: below the rating one success, on it two; more win, else the higher die."""

    def counted(rating: int, die: int) -> tuple[int, int]:
        return (2 if die == rating else int(die < rating)), die

    rolls = [(counted(mine, one), counted(theirs, two)) for one in range(1, 21) for two in range(1, 21)]
    won, drawn = sum(a > b for a, b in rolls), sum(a == b for a, b in rolls)
    return round(won / 4), round(drawn / 4), round((400 - won - drawn) / 4)


def test_a_scored_duel_of_17_against_10_is_won_in_76_of_100() -> None:
    ivo = {"abilities": [{"name": "Rapier", "rating": "17"}]}
    ((referee, roll),) = held("questworlds-srd", "courtyard", 1, [ivo, {"resistance": "base"}])
    found = of(referee, "gm", roll.slot)
    assert found.error == 0
    assert in_hundredths(found) == by_hand(17, 10) == (76, 3, 21)


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("questworlds", "bridge"),
        ("questworlds", "trial"),
        ("deckahedron", "goblin"),
        ("questworlds-srd", "fireside"),
    ],
)
def test_some_throws_say_what_all_say(game: str, preset: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for referee, roll in held(game, preset):
        situation = situation_at(referee, "gm", roll.slot)
        monkeypatch.setattr(foresight, "_WAYS", 450)
        every = foreseen(situation)
        monkeypatch.setattr(foresight, "_WAYS", 1)
        some = foreseen(situation)
        assert every
        assert some
        if every.error:
            continue
        assert 0 < some.error < 0.03
        for leaves in ("ahead", "level", "behind"):
            assert some.chance(leaves) == pytest.approx(every.chance(leaves), abs=some.error)


def test_chances_of_all_ends_come_to_one_and_the_verdict_is_the_rules() -> None:
    for referee, roll in held("questworlds", "bridge"):
        found = of(referee, roll.seat, roll.slot)
        assert sum(end.chance for end in found.ends) == pytest.approx(1)
        ends = {"Ysolde got the better of The Warden", "The Warden got the better of Ysolde"}
        assert ends & {word for end in found.ends for word in end.verdicts}


def test_what_a_seat_cannot_know_moves_no_digit() -> None:
    """Twins: the captain's rating is hidden from Ivo, and his foresight is the same whatever it is."""
    seen = []
    for resistance in ("base", "challenging"):
        people = [{}, {"resistance": resistance}]
        ((referee, roll),) = held("questworlds-srd", "courtyard", 1, people, show_resistance="never")
        seen.append(of(referee, "ivo", roll.slot))
        assert seen[-1].guessed
    assert seen[0] == seen[1]


def test_it_is_said_in_a_line() -> None:
    for referee, roll in held("questworlds", "bridge"):
        told = foretold(of(referee, "gm", roll.slot))
        assert told
        assert [each.word for each in told.stakes] == ["Win", "Even", "Lose"]
        assert told.line(odds=True).startswith(f"Win {told.stakes[0].chance}: ")
        assert " → " in told.line(odds=False)
        assert "%" not in told.line(odds=False)


def test_a_game_master_reads_the_players_win_as_a_win() -> None:
    """So does who looks on: where the foe falls it went well, for everybody who plays no side."""
    for referee, roll in held("deckahedron", "goblin", most=4):
        for end in of(referee, "gm", roll.slot).ends:
            falls = [each for each in end.changes if each.name == "Goblin" and each.usual == 0]
            assert not (falls and end.over > 0.5 and end.leaves == "behind")


def test_blows_that_come_of_an_act_belong_to_it() -> None:
    """DK-31: who strikes is struck back; what that costs is part of what may come of the flip."""
    referee, roll = next(held("deckahedron", "soldiers"))
    names = {each.name for end in of(referee, roll.seat, roll.slot).ends for each in end.changes}
    assert names == {"Bera", "First soldier"}


def test_a_deed_says_what_its_own_dice_need() -> None:
    """QS-4: the ability's rating or less, before anything is rolled."""
    kind = kernel.game("questworlds-srd").type("scored")
    ready = kind.presets["courtyard"]
    referee = Referee.start(kernel.game("questworlds-srd"), kind.name, ready.setup, ready.options, seed=SEED)
    asked = next(each for each in referee.pending if each.seat == "ivo")
    assert isinstance(asked.request, Ask)
    found = foreseen(situation_at(referee, "ivo", asked.slot), asked.form().fallback())
    assert found is not None
    assert found.needs == "19 or less"


def test_of_a_roll_that_settles_it_the_word_is_enough() -> None:
    """QS-18: one roll, and it is over, whoever wins; nobody has anything left that could be told beside it."""
    becomes = kernel.game("questworlds-srd").type("contest").becomes({"prize": "a treaty."})
    for referee, roll in held("questworlds-srd", "vault"):
        told = foretold(of(referee, "gm", roll.slot))
        assert told
        assert [each.word for each in told.stakes] == ["Win", "Even", "Lose"]
        assert told.line(odds=True) == " · ".join(f"{each.word} {each.chance}" for each in told.stakes)
        stake = foretold(of(referee, "gm", roll.slot), becomes)
        assert stake
        assert [each.brings for each in stake.stakes] == ["A treaty: won", "", "A treaty: lost"]


@pytest.mark.parametrize(
    ("game", "preset", "asked"),
    [("questworlds-srd", "bridge-at-night", "tactic"), ("questworlds", "boarding", "plan")],
)
def test_what_is_announced_is_foreseen_to_its_own_dice(game: str, preset: str, asked: str) -> None:
    """Others act before it is done: what they do is not its doing, and what never comes to dice has no chance."""
    kind = next(each for each in kernel.game(game).types if preset in each.presets)
    ready = kind.presets[preset]
    referee = Referee.start(kernel.game(game), kind.name, ready.setup, ready.options, seed=SEED)
    bot = next(iter(kind.bots.values()))
    while (pending := next(each for each in referee.pending if not each.window)).request.what != asked:
        ask = pending.request
        assert isinstance(ask, Ask)
        referee.answer(pending.id, ask.completed(bot(Seen(pending.seat, referee.state), ask)))
    form = pending.form()
    opening = offered(form)
    assert opening
    situation = situation_at(referee, pending.seat, pending.slot, pending.at)
    ends = {each.label: foreseen(situation, form.check(answer_of(form, each, {}))) for each in opening.deeds}
    usual, *_, last = ends.values()
    assert usual
    assert {"ahead", "behind"} <= {end.leaves for end in usual.ends}
    both = {change.name for end in usual.ends for change in end.changes}
    assert pending.request.about in both
    assert len(both) == 2
    assert last
    assert not any(end.changes for end in last.ends)
