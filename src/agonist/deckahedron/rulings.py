"""DK-33: fleeing and doing something else, which the game master rules on; DK-35: pacifying foes."""

from __future__ import annotations

from typing import Any

from agonist.kernel import (
    GM,
    Ask,
    Choice,
    Contest,
    Event,
    Field,
    Fields,
    Number,
    Option,
    Procedure,
    Several,
    Text,
    yes_or_no,
)

from .aid import Effort, make_effort, pay_for_wound_cards
from .attacks import attack
from .cards import SIGNS
from .fight_state import Fight
from .foes import Pacified
from .scene import ATTRIBUTES, DIRECTLY, KINDS, Attribute, Character, direct_hits


class Tries(Event, frozen=True):
    """A character flees or does something else; the game master rules."""

    rule = "DK-33"
    who: str
    flees: bool
    words: str

    def text(self) -> str:
        what = "tries to get away" if self.flees else "does something else"
        return f"{self.who} {what}{f': {self.words}' if self.words else '.'}"


class Ruled(Event, frozen=True):
    rule = "DK-33"
    who: str
    words: str
    gone: bool = False

    def text(self) -> str:
        gone = f"{self.who} gets away." if self.gone else ""
        return f"The game master rules. {self.words} {gone}".replace("  ", " ").strip()


def attempt(contest: Contest[Fight], character: Character, words: str, *, flees: bool) -> Procedure[None]:
    """The player says what the character does; the game master rules, perhaps after a flip."""
    contest.report(Tries, character.name, flees, words)
    effort = None
    ruling = yield from _ask(contest, character, flees, effort)
    if ruling["pick"] == "flip":
        asked = ruling["with"]
        attribute: Attribute = asked["attribute"]
        effort = yield from make_effort(contest, character, attribute, None, asked["advantage"])
        ruling = yield from _ask(contest, character, flees, effort)
    everyone = effort.everyone if effort else [character]
    carry_out(contest, character, everyone, ruling["with"])
    if effort:
        yield from pay_for_wound_cards(contest, effort)


def carry_out(
    contest: Contest[Fight], character: Character, everyone: list[Character], ruling: dict[str, Any]
) -> None:
    """What the game master ruled comes true; what is bad hits everyone who took part (DK-34)."""
    gone = ruling["away"] == "yes"
    contest.report(Ruled, character.name, ruling["words"], gone)
    for name in ruling["pacified"]:
        foe = contest.state.foe(name)
        foe.standing = "pacified"
        contest.report(Pacified, name)
    for name in ruling["attackers"]:
        foe = contest.state.foe(name)
        if foe.up:
            attack(contest, foe, everyone, rule="DK-33")
    if ruling["directly"] != "nothing":
        told = ruling["directly"]["with"]
        names = [each.name for each in everyone]
        contest.state.hits += direct_hits(names, "The game master's ruling", told, told["against"])
    character.advantage = max(-3, min(3, character.advantage + ruling["advantage"]))
    if gone and character.up:
        contest.state.leaving.append(character.name)


def _ask(contest: Contest[Fight], character: Character, flees: bool, effort: Effort | None) -> Procedure[Any]:
    result = f" The flip says {SIGNS[effort.result]}." if effort else ""
    return (
        yield Ask(
            GM,
            "ruling",
            lambda: _form(contest.state, flees, effort is not None),
            "DK-33",
            f"{character.name} {'flees' if flees else 'does something else'}.{result} What comes of it?",
            waiting=f"The game master rules on what {character.name} does.",
            about=character.name,
        )
    )


def _form(state: Fight, flees: bool, flipped: bool) -> Choice:
    foes = tuple(Option(foe.name, foe.name) for foe in state.standing_foes)
    rule = Fields(
        fields=(
            Field("words", "What happens", Text(most=400)),
            Field(
                "away",
                "Gets away",
                yes_or_no("Gets away from the fight", "Stays in the fight", default=flees),
            ),
            Field("pacified", "Foes who give up the fight", Several(options=foes)),
            Field("attackers", "Foes who attack", Several(options=foes)),
            Field("directly", "Loses or takes directly", _DIRECT),
            Field("advantage", "Advantage on the next flip", Number(least=-2, most=2, default=0)),
        )
    )
    ways = [Option("rule", "Rule on it", then=rule)]
    if not flipped:
        ways.append(Option("flip", "Call for a flip first", then=_FLIP))
    return Choice(options=tuple(ways))


_DIRECT = Choice(
    options=(
        Option("nothing", "Nothing"),
        Option("take", "This much", then=Fields(fields=(*DIRECTLY, Field("against", "Kind", KINDS)))),
    ),
    default="nothing",
)
_FLIP = Fields(
    fields=(
        Field(
            "attribute", "Flip", Choice(options=tuple(Option(key, name) for key, name in ATTRIBUTES.items()))
        ),
        Field("advantage", "Advantage or disadvantage", Number(least=-2, most=2, default=0)),
    )
)
