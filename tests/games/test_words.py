"""Words are for people: whatever a game calls its options, bots decide and advice counts the same."""

from typing import Any

import pytest
from msgspec.structs import replace

from agonist.kernel import (
    Ask,
    Choice,
    Fields,
    Form,
    Many,
    Maybe,
    Option,
    Referee,
    Seen,
    Several,
    Split,
    game,
    seat_view,
)
from agonist.odds.counsel import advise
from tests.pages.ready import PRESETS


def reworded(form: Any) -> Any:
    """The form with the words of a game that nobody can read."""
    match form:
        case Choice(options=options) | Several(options=options) | Split(options=options):
            return replace(form, options=tuple(_reworded(each, n) for n, each in enumerate(options)))
        case Fields(fields=fields):
            parts = (replace(each, label="?", help="", form=reworded(each.form)) for each in fields)
            return replace(form, fields=tuple(parts))
        case Many(of=of) | Maybe(of=of):
            return replace(form, of=reworded(of))
    return form


def _reworded(option: Option, n: int) -> Option:
    then = reworded(option.then) if option.then else None
    closed = option.unavailable and "?"
    return replace(option, label=f"?{n}", help="?", unavailable=closed, then=then)


@pytest.mark.parametrize("preset", PRESETS, ids="/".join)
def test_every_label_of_a_game_can_be_reworded(preset: tuple[str, str, str]) -> None:
    """Nothing reads a number out of a label: with all words changed the same bot gives the same answer, and advice is
    worth the same."""
    name, type_name, key = preset
    rules = game(name)
    kind = rules.type(type_name)
    ready = kind.presets[key]
    referee = Referee.start(rules, type_name, ready.setup, ready.options, seed=bytes(32))
    bots = list(kind.bots.values())
    for n in range(40):
        pending = next((each for each in referee.pending if isinstance(each.request, Ask)), None)
        if pending is None:
            break
        ask: Any = pending.request
        form: Form = pending.form()
        there, other = replace(ask, form=form), replace(ask, form=reworded(form))
        answers = []
        for bot in bots:
            said, also = (bot(Seen(pending.seat, referee.state), each) for each in (there, other))
            assert said == also, ask.what
            answers.append(said)
        view = seat_view(referee, pending.seat)
        asked = next(each for each in view.asked if each.id == pending.id)
        one, two = (
            advise(name, type_name, view, each) for each in (asked, replace(asked, form=reworded(form)))
        )
        assert _worth(one) == _worth(two), ask.what
        referee.answer(pending.id, answers[n % len(answers)])


def _worth(advice: Any) -> Any:
    return advice and [(each.answer, each.value) for each in advice.choices]
