"""What was decided in a contest, in words: who was asked what, and what they answered."""

from __future__ import annotations

from typing import Any

import msgspec

from agonist.kernel import (
    Answer,
    Answered,
    Ask,
    Chanced,
    Choice,
    Dealt,
    Fields,
    Form,
    Many,
    Overridden,
    Play,
    Referee,
    Rewound,
    Rolled,
    Several,
    Split,
    corrections,
)

__all__ = ["Decision", "answer_in_words", "decisions"]


class Decision(msgspec.Struct, frozen=True):
    """A decision, a typed roll or a correction: whose it was, what was asked, and what was answered."""

    who: str
    asked: str
    answer: str


def decisions(referee: Referee[Any]) -> dict[int, list[Decision]]:
    """All decisions that still count, by the number of their request; found by playing the contest again."""
    seal: Any = referee.dice.seal
    twin: Play[Any] = Play.unplayed(referee.game, referee.transcript, seal.seed if seal else None)
    told: dict[int, list[Decision]] = {}
    for entry in referee.transcript.entries:
        if isinstance(entry, Rewound):
            told = {at: made for at, made in told.items() if at < entry.to}
        elif isinstance(entry, Answered | Overridden) or (
            isinstance(entry, Chanced) and entry.source == "typed"
        ):
            told.setdefault(entry.at, []).append(_told(twin, entry))
        twin.take(entry)
    return told


def _told(twin: Play[Any], entry: Answered | Chanced | Overridden) -> Decision:
    if isinstance(entry, Overridden):
        label = next((one.label for one in corrections(twin.state) if one.path == entry.path), entry.path)
        return Decision(twin.seats.get(entry.by, ""), f"Correction: {label}", str(entry.value))
    request = twin.questions.course.slots[entry.slot]
    who = twin.seats.get(entry.seat, "")
    if isinstance(request, Ask):
        return Decision(who, request.text or request.what, answer_in_words(request.legal(), entry.value))
    return Decision(who, f"{request.what}, typed in", answer_in_words(request.form(), entry.value))


def answer_in_words(form: Form, answer: Answer) -> str:
    """An answer as people would say it, by the form that it was given to."""
    match form:
        case Choice(options=options):
            key = answer["pick"] if isinstance(answer, dict) else answer
            chosen = next((each for each in options if each.key == key), None)
            if chosen is None or chosen.then is None or not isinstance(answer, dict):
                return chosen.label if chosen else str(key)
            more = answer_in_words(chosen.then, answer["with"])
            return f"{chosen.label}: {more}" if more else chosen.label
        case Several(options=options):
            labels = {each.key: each.label for each in options}
            return ", ".join(labels.get(key, key) for key in answer) or "none"
        case Fields(fields=fields):
            there = [each for each in fields if each.key in answer]
            parts = [(each.label, answer_in_words(each.form, answer[each.key])) for each in there]
            return ", ".join(f"{_within(label)} {text}" for label, text in parts if text)
        case Many(of=of):
            return "; ".join(answer_in_words(of, each) for each in answer) or "none"
        case Split(options=options):
            labels = {each.key: each.label for each in options}
            return (
                ", ".join(f"{share} {labels.get(key, key)}" for key, share in answer.items() if share)
                or "none"
            )
        case Rolled():
            return ", ".join(map(str, answer))
        case Dealt():
            labels = {each.key: each.label for each in form.options()}
            return ", ".join(labels.get(str(card), str(card)) for card in answer)
    return str(answer)


def _within(label: str) -> str:
    """A label inside a sentence: small, unless it is an abbreviation."""
    return label if label[:2].isupper() else label[:1].lower() + label[1:]
