"""What others have answered this turn and a seat has seen nothing of, or what their secrets are, shows in no advice."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from agonist.kernel import GM, Answered, Ask, Referee, Roll, Seen, Viewer, game, random_policy, see
from agonist.odds.adviser import weigh
from agonist.odds.candidates import candidates
from agonist.odds.situations import Position, Situation, situation_of
from agonist.odds.unseen import Entries, replayed
from tests.odds.test_adviser import FIRSTS, PRESETS


def shown(situation: Situation) -> Any:
    """All that the asked seat has seen this turn and sees now."""
    kind, seat = game(situation.game).type(situation.type), situation.seat
    start = msgspec.json.decode(situation.start, type=kind.state_type)
    course = replayed(kind, start, situation.entries, log=True)
    state, slots = course.contest.state, course.slots
    own = [(each.text, each.legal()) for each in slots if isinstance(each, Ask) and each.seat == seat]
    told = [event for event in course.contest.events or () if event.seen_by(seat)]
    return see(state, Viewer(seat, state)), [(each.seat, each.what) for each in slots], own, told


def otherwise(situation: Situation, random: Random) -> Iterator[Situation]:
    """The same question after others have answered something else this turn, as far as the asked seat can tell."""
    kind, real = game(situation.game).type(situation.type), shown(situation)
    start = msgspec.json.decode(situation.start, type=kind.state_type)
    for place, entry in enumerate(situation.entries):
        if not isinstance(entry, Answered):
            continue
        request = replayed(kind, start, situation.entries[:place]).slots[entry.slot]
        if not isinstance(request, Ask) or request.seat == situation.seat:
            continue
        others = [each for each in candidates(request.legal(), 12, entry.value) if each != entry.value]
        for other in random.sample(others, min(3, len(others))):
            changed: Entries = (
                *situation.entries[:place],
                msgspec.structs.replace(entry, value=other),
                *situation.entries[place + 1 :],
            )
            twin = msgspec.structs.replace(situation, entries=changed)
            try:
                alike = shown(twin) == real
            except Exception:  # noqa: BLE001  what was answered later does not fit it: no twin
                continue
            if alike:
                yield twin


def within_turns(name: str, type_name: str, preset: str, seed: int, most: int) -> Iterator[Situation]:
    """Questions in the middle of turns, as bots who sometimes do anything at all come to them."""
    found, random = game(name), Random(seed)
    kind = found.type(type_name)
    chosen = kind.presets[preset]
    referee = Referee.start(found, type_name, chosen.setup, chosen.options, seed=bytes([seed]) * 32)
    bot, anything = next(iter(kind.bots.values())), random_policy(random)
    for _ in range(most):
        if referee.over:
            return
        due = [each for each in referee.pending if isinstance(each.request, Ask)] or referee.pending[:1]
        pending = random.choice(due)
        request = pending.request
        if not isinstance(request, Ask):
            referee.answer(pending.id, "sealed")
            continue
        situation = situation_of(referee, pending)
        if situation.entries:
            yield situation
        policy = anything if random.random() < 0.3 else bot
        usual = pending.window and random.random() < 0.8
        referee.answer(
            pending.id, request.assumed() if usual else policy(Seen(pending.seat, referee.state), request)
        )


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("name", "type_name", "preset"),
    [each if each in FIRSTS else pytest.param(*each, marks=pytest.mark.soak) for each in PRESETS],
)
def test_what_others_have_in_mind_does_not_show_in_advice(name: str, type_name: str, preset: str) -> None:
    """Advice is the same to the last digit whatever others have answered, as long as nothing of it has been seen."""
    random = Random(preset)
    for situation in within_turns(name, type_name, preset, 2, 40):
        for twin in otherwise(situation, random):
            assert weigh(Position(situation), requests=20) == weigh(Position(twin), requests=20)


def test_others_have_things_in_mind() -> None:
    """Or the test above could not fail."""
    for preset in (
        ("forge", "mediate", "warring-families"),
        ("questworlds", "group-extended", "boarding"),
        ("questworlds-srd", "group-contest", "flood"),
    ):
        random = Random(1)
        assert any(any(otherwise(each, random)) for each in within_turns(*preset, 2, 80)), preset


def to_be_denied(secret: str, *, uses_it: bool) -> Situation:
    """Ann adds dice for a trait of Ben's, which he may deny; perhaps she means to use a secret trait of hers then."""
    sheet = {"vigor": 4, "intuition": 1, "reason": 1, "favor": 3, "skills": {"fight": {"training": 5}}}
    hidden = {"name": secret, "rating": 2, "secret": True}
    ann = {"name": "Ann", "seat": "ann", "sheet": {**sheet, "traits": [hidden]}}
    ben = {"name": "Ben", "seat": "ben", "sheet": {**sheet, "traits": [{"name": "RAVENOUS", "rating": 2}]}}
    teams = [{"name": "A", "members": [ann]}, {"name": "B", "members": [ben]}]
    setup = {"goal": "win", "skill": "fight", "harm_agreed": False, "teams": teams}
    dice: Any = {"ann": "typed", "ben": "typed"}
    referee = Referee.start(game("forge"), "contest", setup, seed=bytes(32), dice=dice)
    for _ in range(20):
        asked = [each for each in referee.pending if each.request.what == "deny the dice"]
        if asked:
            return situation_of(referee, asked[0])
        pending = next(each for each in referee.pending if not each.window)
        if isinstance(pending.request, Roll):
            referee.answer(pending.id, [5] + [1] * (len(pending.request.sides) - 1))
            continue
        answer = pending.form().fallback()
        if pending.request.what == "after the roll":
            trait = {"pick": f"use:{secret}", "with": ["fortune"]} if uses_it else "enough"
            answer |= {"dice": "trait:Ben:RAVENOUS", "trait": trait}
        referee.answer(pending.id, answer)
    pytest.fail("nobody could deny anything")


def test_fg_46_a_secret_that_is_about_to_be_used_neither_keeps_advice_nor_changes_it() -> None:
    """FG-16, FG-22, FG-46: Ben, asked whether he denies the dice, knows nothing of what Ann will do when they lie."""
    ways = [
        to_be_denied(secret, uses_it=use)
        for secret in ("MURDERER", "SAVED BY AN ANGEL")
        for use in (False, True)
    ]
    found = [weigh(Position(each), requests=200) for each in ways]
    assert len(found[0].worths) == 2
    assert found[0] == found[1] == found[2] == found[3]


def renamed(situation: Situation, names: list[str]) -> Situation:
    """The same with secrets that are called otherwise."""
    whole = msgspec.json.encode(situation)
    decoded = msgspec.json.decode(whole, type=Situation)
    start, entries = decoded.start, msgspec.json.encode(decoded.entries)
    for name in names:
        other = f"{name[0]}-{name[::-1]}"
        start, entries = (each.replace(name.encode(), other.encode()) for each in (start, entries))
    return msgspec.structs.replace(decoded, start=start, entries=msgspec.json.decode(entries, type=Entries))


def test_fg_46_what_a_secret_that_was_used_this_turn_is_called_does_not_show() -> None:
    """FG-20, FG-46: by another name, not known to who is asked, it makes the same advice; and there is some."""
    forge = game("forge")
    kind = forge.type("mediate")
    ready, bot = kind.presets["warring-families"], next(iter(kind.bots.values()))
    told: set[str] = set()
    for seed in range(3):
        referee = Referee.start(forge, "mediate", ready.setup, ready.options, seed=bytes([seed] * 32))
        while not referee.over and len(told) < 12:
            pending = referee.pending[0]
            request = pending.request
            used = any("secret" in line.event.text() for line in referee.lines[-12:])
            if isinstance(request, Ask) and used and pending.seat != GM:
                state: Any = referee.state
                mine = [each for each in state.characters if each.seat == pending.seat]
                names = [
                    trait.name
                    for other in state.characters
                    for trait in other.secrets
                    if not any(each is other or each.knows_of(other, trait) for each in mine)
                ]
                here = situation_of(referee, pending)
                found = weigh(Position(here), requests=20)
                assert found == weigh(Position(renamed(here, names)), requests=20)
                told.add(f"{found.worths}")
            answer = "sealed"
            if isinstance(request, Ask):
                answer = request.legal().check(bot(Seen(pending.seat, referee.state), request))
            referee.answer(pending.id, answer)
    assert len(told) == 12
