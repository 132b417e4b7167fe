"""DK-33: fleeing and doing something else, which the game master rules on; DK-35: pacifying foes."""

from __future__ import annotations

from typing import Annotated

from agonist.kernel import GM, Choice, Contest, Event, Number, Option, Procedure, Several, Text, yes_or_no
from agonist.tabletop import Deed, Detail, ask_of, deeds, done, options

from ..cards import SIGNS
from ..people.scene import ATTRIBUTES, Attribute, Character, Harmed, Kind, Lost, Wounded, direct_hits
from .aid import Effort, make_effort, pay_for_wound_cards
from .attacks import attack
from .foes import pacify
from .state import Fight


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


class Nothing(Deed, frozen=True):
    key, label = "nothing", "Nothing"


class Take(Deed, frozen=True):
    """DK-10: what is lost or taken directly."""

    key, label = "take", "This much"
    stamina: Lost
    harm: Harmed
    wounds: Wounded
    against: Kind


_ATTRIBUTES = Choice(tuple(Option(key, name) for key, name in ATTRIBUTES.items()))
_DIRECT = deeds([Nothing.offered(), Take.offered()], "nothing")
_ADVANTAGE = Number(-2, 2, 0)


class Flip(Deed, frozen=True):
    key, label = "flip", "Call for a flip first"
    attribute: Annotated[Attribute, Detail("Flip", _ATTRIBUTES)]
    advantage: Annotated[int, Detail("Advantage or disadvantage", _ADVANTAGE)]


class Rule(Deed, frozen=True):
    key, label = "rule", "Rule on it"
    words: Annotated[str, Detail("What happens", Text(most=400))]
    away: Annotated[str, Detail("Gets away")]
    pacified: Annotated[list[str], Detail("Foes who give up the fight")]
    attackers: Annotated[list[str], Detail("Foes who attack")]
    directly: Annotated[Nothing | Take, Detail("Loses or takes directly", _DIRECT)]
    advantage: Annotated[int, Detail("Advantage on the next flip", _ADVANTAGE)]


def attempt(contest: Contest[Fight], character: Character, words: str, *, flees: bool) -> Procedure[None]:
    """The player says what the character does; the game master rules, perhaps after a flip."""
    contest.report(Tries, character.name, flees, words)
    ruling = yield from _ruled(contest, character, flees)
    effort = None
    if isinstance(ruling, Flip):
        effort = yield from make_effort(contest, character, ruling.attribute, None, ruling.advantage)
        ruling = yield from _ruled(contest, character, flees, effort)
    if isinstance(ruling, Rule):
        carry_out(contest, character, effort.everyone if effort else [character], ruling)
    if effort:
        yield from pay_for_wound_cards(contest, effort)


def carry_out(contest: Contest[Fight], character: Character, everyone: list[Character], ruling: Rule) -> None:
    """What the game master ruled comes true; what is bad hits everyone who took part (DK-34)."""
    state, gone = contest.state, ruling.away == "yes"
    contest.report(Ruled, character.name, ruling.words, gone)
    for name in ruling.pacified:
        pacify(contest, state.foe(name))
    for foe in map(state.foe, ruling.attackers):
        if foe.up:
            attack(contest, foe, everyone, rule="DK-33")
    if isinstance(toll := ruling.directly, Take):
        names = [each.name for each in everyone]
        state.hits += direct_hits(names, "The game master's ruling", toll, toll.against)
    character.advantage = max(-3, min(3, character.advantage + ruling.advantage))
    if gone and character.up:
        state.leaving.append(character.name)


def _ruled(
    contest: Contest[Fight], character: Character, flees: bool, effort: Effort | None = None
) -> Procedure[Deed]:
    result = f" The flip says {SIGNS[effort.result]}." if effort else ""
    text = f"{{who}} {'flees' if flees else 'does something else'}.{result} What comes of it?"
    waiting = "The game master rules on what {who} does."

    def form() -> Choice:
        foes = Several(options(foe.name for foe in contest.state.standing_foes))
        away = yes_or_no("Gets away from the fight", "Stays in the fight", default=flees)
        rule = Rule.offered(away=away, pacified=foes, attackers=foes)
        return deeds([rule, None if effort else Flip.offered()])

    answer = yield ask_of(character, "ruling", form, "DK-33", text, waiting, by=GM)
    return done(answer, Flip, Rule)
