"""QS-34, QS-39: pairs that have nobody in common state their tactics side by side; what comes of it comes in order."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from agonist.kernel import Ask, Chanced, Pending, Referee
from agonist.questworlds.srd import GAME

GROUPS = [("scored", "bridge-at-night"), ("chained", "haunting")]


def begun(kind: str, preset: str, seed: int, **options: Any) -> Referee[Any]:
    ready = GAME.type(kind).presets[preset]
    chosen = msgspec.structs.replace(ready.options, **options)
    sealed = seed.to_bytes(32, "big")
    return Referee.start(GAME, kind, ready.setup, chosen, seed=sealed, usual="tap")


def play(referee: Referee[Any], pick: Callable[[list[Pending]], Pending], seed: int) -> Referee[Any]:
    """Of all that must be decided what is picked is answered next, each question alike whenever that is."""
    for _ in range(300):
        musts = [each for each in referee.pending if not each.window]
        if not musts:
            if referee.over:
                break
            referee.let_pass()
            continue
        one = pick(musts)
        dice = not isinstance(one.request, Ask)
        random = Random(f"{seed} {one.at} {one.slot} {one.seat}")
        referee.answer(one.id, "sealed" if dice else one.form().sample(random))
    return referee


def faces(referee: Referee[Any]) -> dict[int, Any]:
    done = referee.history.done
    return {each.roll: each.entry.value for each in done if isinstance(each.entry, Chanced)}


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("kind", "preset"), GROUPS)
def test_it_ends_alike_whoever_is_quicker(kind: str, preset: str, seed: int) -> None:
    slow = play(begun(kind, preset, seed, story_points=False), lambda found: found[0], seed)
    quick = play(begun(kind, preset, seed, story_points=False), Random(seed).choice, seed)
    last = play(begun(kind, preset, seed, story_points=False), lambda found: found[-1], seed)
    assert faces(slow) == faces(quick) == faces(last)
    assert slow.state == quick.state == last.state


def paired() -> Referee[Any]:
    """Three pairs whose tactics are asked for, as the characters chose them."""
    referee = begun("scored", "bridge-at-night", 5)
    for _ in range(20):
        asked = {each.request.what for each in referee.pending if not each.window}
        if asked <= {"tactic"} and asked:
            return referee
        one = next((each for each in referee.pending if not each.window), None)
        if one is None:
            referee.let_pass()
        else:
            referee.answer(one.id, one.form().fallback())
    raise AssertionError("nobody is asked for a tactic")


def asked_of(referee: Referee[Any], what: str) -> dict[str, Pending]:
    return {each.seat: each for each in referee.pending if each.request.what == what}


def test_nobody_waits_for_another_pair_to_think() -> None:
    """QS-34: dice come when all have stated, in the order of the pairs (QS-39)."""
    referee = paired()
    thinking = asked_of(referee, "tactic")
    assert len(thinking) > 1
    for seat in reversed(thinking):
        assert not [each for each in referee.pending if not isinstance(each.request, Ask)]
        referee.answer(thinking[seat].id, thinking[seat].form().fallback())
    dice = [each for each in referee.pending if not isinstance(each.request, Ask)]
    assert [each.seat for each in dice] == [next(iter(thinking))]


def test_a_slip_in_one_pair_leaves_the_other_alone() -> None:
    referee = paired()
    one, two = list(asked_of(referee, "tactic").values())[:2]
    referee.answer(one.id, one.form().fallback())
    referee.answer(two.id, two.form().fallback())
    referee.take_back([one.seat])
    assert one.seat in asked_of(referee, "tactic")
    assert two.seat not in asked_of(referee, "tactic")


def test_an_edit_waits_until_the_pair_before_has_done_with_the_pool() -> None:
    """QS-30, QS-32, QS-39: of two who want what is in the pool the pair before has it first, however slow it is."""
    referee = paired()
    before, after = list(asked_of(referee, "tactic").values())[:2]
    referee.answer(after.id, {"pick": "edit", "with": "The rail gives way."})
    assert not asked_of(referee, "plot edit")
    referee.answer(before.id, before.form().fallback())
    assert asked_of(referee, "plot edit")


def test_who_leaves_is_shot_at_when_the_pairs_turn_has_come() -> None:
    """QS-37, QS-39, QS-42."""
    referee = paired()
    first, second, *others = asked_of(referee, "tactic").values()
    referee.answer(second.id, "leave")
    referee.answer(first.id, first.form().fallback())
    for each in others:
        referee.answer(each.id, each.form().fallback())
    assert not referee.state.falls
    story = [line.event.text() for line in referee.lines]
    assert not [line for line in story if "the field" in line]
    for _ in range(10):
        dice = [each for each in referee.pending if not isinstance(each.request, Ask)]
        if dice and dice[0].seat != first.seat:
            break
        if not dice:
            referee.let_pass()
            continue
        referee.answer(dice[0].id, "sealed")
        if referee.state.falls or [line for line in referee.lines if "the field" in line.event.text()]:
            break
    assert [line for line in referee.lines if "the field" in line.event.text()]
