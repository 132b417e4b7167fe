"""The bot `best`: it neither stalls nor folds, and what its decisions are worth can be measured."""

from random import Random

import pytest

from agonist import kernel as k
from agonist.odds.adviser import better_than
from agonist.odds.best import best_bot, usual_answer
from agonist.odds.reckoning import shift_of, shifted
from agonist.odds.situations import Position, situation_of
from benchmarks._skill import skill, watched


def test_glances_are_moved_to_where_contests_end() -> None:
    """As odds are; little by few, and nothing where they are right."""
    assert shifted(0.5, 0) == 0.5
    assert shifted(0.0, 3) == 0
    assert shift_of([0.5, None, 0.5], [1.0, 0.0, 0.0]) == pytest.approx(0, abs=1e-4)
    few, many = shift_of([0.5] * 4, [0.0] * 4), shift_of([0.5] * 40, [0.0] * 40)
    assert many < few < -0.5
    level = shift_of([0.3, 0.6] * 500, [1.0, 0.0, 0.0, 0.0] * 250)
    assert shifted(0.3, level) + shifted(0.6, level) == pytest.approx(0.5, abs=0.02)


def test_where_many_are_asked_at_once_answers_meet_the_same_dice() -> None:
    """QS-12, QS-28: an augment that everybody overlooks wins the auction more often, whatever the dice."""
    rules = k.game("questworlds-srd")
    kind, ready = rules.type("one-prize"), rules.type("one-prize").presets["auction"]
    referee = k.Referee.start(rules, kind.name, ready.setup, ready.options, seed=bytes(32))
    pending = next(each for each in referee.pending if isinstance(each.request, k.Ask) and not each.window)
    assert isinstance(pending.request, k.Ask)
    usual = usual_answer(kind.bots, k.Seen(pending.seat, referee.state), pending.request)
    assert usual["with"]["ability"]["with"] == {"augment": "none"}
    best = better_than(Position(situation_of(referee, pending)), usual, 3_000)
    assert best["with"]["ability"] == {"pick": "Locks", "with": {"augment": "Steady nerves"}}


def test_what_is_decided_differs_more_than_what_falls() -> None:
    """With the same dice one bid of 1, and so another order in the first round, turns few boardings round by itself."""
    kind = k.game("questworlds").type("group-extended")
    ready, bot = kind.presets["boarding"], kind.bots["steady"]
    state = kind.begin(*kind.setup_from(ready.setup, ready.options))

    def won(dice: Random, *, low: bool) -> float:
        first = low

        def decide(seen: k.Seen, ask: k.Ask) -> k.Answer:
            nonlocal first
            answer = bot(seen, ask)
            if first and ask.what == "plan":
                assert isinstance(answer, dict)
                first, bids = False, dict.fromkeys(answer["with"]["bids"], 1)
                answer = {**answer, "with": {**answer["with"], "bids": bids}}
            return answer

        course = k.Course(kind, state.copy(), log=False)
        ended = k.play_on(course, decide, dice)
        return kind.success(course.contest.state, ended, k.GM)

    def turned(dice: type[Random]) -> float:
        return sum(abs(won(dice(f"{n}"), low=True) - won(dice(f"{n}"), low=False)) for n in range(60))

    assert turned(k.SameDice) < 0.7 * turned(Random)


def test_qs_46_the_game_master_does_not_keep_the_night_from_its_end() -> None:
    """QS-46: to stand defensively and want nothing, round after round, loses nothing and never ends; `best` goes on."""
    kind = k.game("questworlds-srd").type("scored")
    chosen, thrifty = kind.presets["bridge-at-night"], kind.bots["thrifty"]
    referee = k.Referee.start(
        k.game("questworlds-srd"), kind.name, chosen.setup, chosen.options, seed=Random(3).randbytes(32)
    )
    best = best_bot(60)
    k.drive(referee, {seat: best if seat == k.GM else thrifty for seat in referee.seats}, most=250)
    assert referee.result is not None
    assert referee.at < 250


def test_what_decisions_are_worth_adds_up_to_what_they_win() -> None:
    """Against the same bot one decides otherwise: the sums come to the same on average, and are spread far less."""
    kind = k.game("questworlds").type("extended")
    sums, won = [], []
    for seed in range(20):
        played = watched(
            "questworlds", "extended", "trial", kind.bots["all-in"], "cautious", ("ilse-marrow",), seed
        )
        sums.append(skill(played, 40, str(seed)))
        won.append(played.success)
    usual = 0.23
    assert sum(sums) / 20 == pytest.approx(0.28, abs=0.12)
    assert sum(won) / 20 - usual == pytest.approx(sum(sums) / 20, abs=0.25)
    assert 0 < sum((each - 0.28) ** 2 for each in sums) / 20 < 0.12
