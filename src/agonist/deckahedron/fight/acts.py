"""DK-33: what a character can do in a round, and how the game master rules on it; DK-35: pacifying foes."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from agonist.kernel import (
    GM,
    Ask,
    Choice,
    Contest,
    Event,
    Number,
    Option,
    Procedure,
    Several,
    Text,
    yes_or_no,
)
from agonist.tabletop import Deed, Detail, Picked, Told, ask_of, deeds, done, first_of, options, picked

from ..cards import SIGNS
from ..people.scene import ATTRIBUTES, Attribute, Character, Harmed, Kind, Lost, Weapon, Wounded, direct_hits
from .aid import Effort, make_effort, pay_for_wound_cards
from .foes import Fight, Foe, pacify
from .moves import UNARMED, attack, breathe, melee, shoot


class Tries(Told, frozen=True):
    """A character flees or does something else; the game master rules."""

    rule, says = "DK-33", "{who} {flees:?tries to get away|does something else}{words:?: {words}|.}"
    who: str
    flees: bool
    words: str


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


def act(contest: Contest[Fight]) -> Procedure[None]:
    """DK-33: everybody who has not acted yet may; whoever is first does, and then the others."""
    state = contest.state
    name, answer = yield from first_of(contest, [*state.order], partial(_what_do_you_do, state))
    character = state.character(name)
    if name in state.order:
        state.order.remove(name)
    if character.up:
        yield from _do(contest, character, picked(answer))


def _what_do_you_do(state: Fight, name: str) -> Ask:
    character = state.character(name)

    def form() -> Choice:
        return acts_of(state, character)

    return ask_of(
        character, "act", form, "DK-33", "{who}, what do you do?", "{who} may act.", interrupts=True
    )


def _do(contest: Contest[Fight], character: Character, deed: Picked) -> Procedure[None]:
    kind, _, which = deed.key.partition(":")
    contest.state.target = deed.more if kind in ("melee", "ranged") else ""
    match kind:
        case "melee":
            return melee(contest, character, _weapon(character, which), contest.state.foe(deed.more))
        case "ranged":
            return shoot(contest, character, _weapon(character, which), contest.state.foe(deed.more))
        case "breather":
            return breathe(contest, character, deed.more)
    return attempt(contest, character, deed.more, flees=kind == "flee")


def _weapon(character: Character, which: str) -> Weapon:
    return UNARMED if which == "unarmed" else character.weapons[int(which)]


def acts_of(state: Fight, character: Character) -> Choice:
    """Everything the character may do now, with reasons for what cannot be done."""
    suits = [
        Option(key, f"With {ATTRIBUTES[key]}", help=f"the {character.suits[key]} sign counts")
        for key in _BREATHES
    ]
    return deeds(
        [
            *_attacks(state, character),
            Option(
                "breather",
                "Take a breather",
                help=_BREATHER,
                rule="DK-32",
                then=deeds(suits),
                deed="Take a breather",
            ),
            Option("other", "Do something else", help=_RULES, rule="DK-33", then=Text(most=300)),
            Option("flee", "Flee", help=_RULES, rule="DK-33", then=Text(most=300), deed="Flee"),
        ]
    )


def _attacks(state: Fight, character: Character) -> list[Option]:
    targets = [Option(foe.name, foe.name, help=_looks(foe)) for foe in state.standing_foes]
    foes, nobody = (deeds(targets), "") if targets else (None, "nobody is left to fight")
    deed = "" if any(not each.ranged for each in character.weapons) else "Fight unarmed"
    label = f"Fight unarmed ({state.knobs.of_weapon('1')})"
    ways = [Option("melee:unarmed", label, nobody, _MELEE, "DK-31", foes, deed=deed)]
    for n, weapon in reversed([*enumerate(character.weapons)]):
        says, no_ammo = (
            f"{weapon.name} ({state.knobs.of_weapon(weapon.damage)})",
            "" if character.ammo else "no ammo is left",
        )
        if weapon.ranged:
            label, why = f"Shoot: {says}", nobody or no_ammo
            ways.append(Option(f"ranged:{n}", label, why, _SHOOT, "DK-31", foes, deed=label))
        else:
            label = f"Fight: {says}"
            ways.append(Option(f"melee:{n}", label, nobody, _MELEE, "DK-31", foes, deed=label))
    return ways[::-1]


def _looks(foe: Foe) -> str:
    armour = f", {foe.squares} armour" if foe.squares else ""
    edge = ", has an advantage over you" if foe.edge else ""
    return f"{foe.stamina} Stamina{armour}{edge}{', unaware' if foe.unaware else ''}"


_BREATHES: tuple[Attribute, ...] = ("int", "dex")
_RULES = "The game master rules."
_MELEE = "Flip Str: ✔✔ and ✔ deal damage, ✗ deals 1. The foe strikes back, unless a ✔✔ avoids it."
_SHOOT = "Flip Dex: ✔✔ deals damage; ✔ and ✗ too, at a price; ✗✗ misses, and the foe strikes back."
_BREATHER = "Up to 4 Stamina back; a foe may gain."
