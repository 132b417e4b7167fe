"""What both state in a round: ability, aim, and what the kind asks for (QS-34 to QS-36)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from agonist.kernel import Answer, Ask, Choice, Field, Fields, Option, Text
from agonist.tabletop import picked

from ..approach.tactics import Aim, Tactic, ability_form, act_fields, edit_options, read_act
from ..people.contestants import Contestant
from ..questions import question
from .kind import Kind
from .state import Bout, SequenceState

STANCE_SAID = {"gambit": "risks a gambit", "defensive": "responds defensively"}
"""QS-46: how a stance is told."""


def their_fields(kind: Kind, state: SequenceState, who: Contestant, bout: Bout) -> tuple[Field, ...]:
    """What the game master states for the opposition: what the kind asks for, and what it is after (QS-36)."""
    other = Option("else", "Something else", rule="QS-36", then=Text(120, 1, "A way out"))
    return (
        *kind.their_fields(state, who, bout),
        Field("their aim", f"{who.name} is after", Choice((Option("prize", "The prize"), other), "prize")),
    )


def their_tactic(kind: Kind, who: Contestant, parts: Mapping[str, Answer]) -> Tactic:
    """The opposition's tactic from what `their_fields` say."""
    tactic = kind.read(Tactic(ability=who.hand, answer=who.hand), parts)
    aim, words = picked(parts.get("their aim", "prize"))
    return tactic if aim == "prize" else msgspec.structs.replace(tactic, aim=Aim(words=words))


def round_ask(
    kind: Kind, state: SequenceState, bout: Bout, who: Contestant, against: Tactic | None = None
) -> Ask:
    other = bout.other(who.name)
    told = f" {other} answers with {against.ability}." if against and against.words else ""
    if against is not None and against.stance in STANCE_SAID:
        told += f" {other} {STANCE_SAID[against.stance]}."
    if against is not None and against.wager:
        told += f" {other} wagers {against.wager}."
    return question(
        "tactic of a round", who, lambda: round_form(kind, state, bout, who), other=other, told=told
    )


def round_form(kind: Kind, state: SequenceState, bout: Bout, who: Contestant) -> Choice:
    """A tactic (QS-35), perhaps for something else (QS-36), a plot edit (QS-32), or leaving (QS-37)."""
    locked = state.kind == "wagered" and not who.acted and not state.lengthy
    fields = act_fields(state, who, only=who.hand if locked else "")
    aim = Field("aim", "For", _aim_form(state, who))
    act = Option(
        "act",
        "Act",
        rule="QS-34",
        deed=_ACTS.get(state.kind, "Go for it"),
        then=Fields((*fields[:-1], *kind.own_fields(state, who, bout), aim, fields[-1])),
    )
    chained = state.kind == "chained"
    early = "Only after a round." if chained and not bout.rounds else ""
    word = "Yield" if chained else "Leave"
    leaves = Option("leave", word, early, rule="QS-65" if chained else "QS-37", deed=word)
    return Choice((act, *edit_options(state), leaves), "act")


_ACTS = {"wagered": "Wager", "scored": ""}
"""What acting is called among the deeds; where each way to do it is one (QS-46), nothing."""


def _aim_form(state: SequenceState, who: Contestant) -> Choice:
    """QS-36: an augment for oneself or another, or anything else; with any ability."""
    friends = tuple(Option(each.name, each.name) for each in (who, *state.mates(who)) if each.character)
    ability = Field("ability", "With", ability_form(who, default=who.hand))
    helps = Fields((Field("for", "For whom", Choice(friends, who.name)), ability)) if friends else None
    other = Fields((Field("what", "What", Text(120, 1, "Something else")), ability))
    options = [Option("prize", "The prize")]
    if helps is not None:
        options.append(Option("augment", "An augment", rule="QS-36", then=helps))
    options.append(Option("else", "Something else", rule="QS-36", then=other))
    return Choice(tuple(options), "prize")


def round_tactic(kind: Kind, answer: Answer) -> Tactic:
    """The tactic that `round_form` states."""
    word, more = picked(answer)
    if word != "act":
        return Tactic(word, words=more if isinstance(more, str) else "")
    tactic = kind.read(read_act(more), more)
    aim, how = picked(more["aim"])
    if aim == "prize":
        return tactic
    wants = Aim(augments=how["for"]) if aim == "augment" else Aim(words=how["what"])
    return msgspec.structs.replace(tactic, aim=wants, ability=how["ability"], augment="", follower="")
