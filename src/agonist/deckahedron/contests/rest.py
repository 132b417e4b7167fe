"""DK-40: rest, and a day's healing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from agonist.kernel import (
    GM,
    OPEN,
    Ask,
    Choice,
    Combatant,
    Contest,
    ContestType,
    Draw,
    Event,
    Option,
    Outcome,
    Procedure,
    Text,
)
from agonist.tabletop import HouseRuled, amount, listed

from ..cards import NAMES, is_wound, named, signs
from ..damage.phases import suffer
from ..damage.slots import free_all
from ..deck.piles import give_back, regain
from ..deck.tellings import Narrated
from ..people.characters import check_characters, enlist, made, seats_for, supply_for
from ..people.scene import Character, Scene
from ..people.standing import STAMINA_LEFT, standing
from ..players.bots import BOTS
from .outcomes import Aftermath, how_they_are, sheets_of, what_is_left
from .setup import RestKind, RestSetup, SceneOptions


class Resting(Scene):
    """Those who have not rested yet."""

    kind: Annotated[RestKind, OPEN] = "rest"
    tired: Annotated[list[str], OPEN] = []
    told: Annotated[bool, OPEN] = False


class Rested(Event, frozen=True):
    rule = "DK-40"
    who: str
    day: bool
    harm: int
    wounds: int
    slots: int

    def text(self) -> str:
        how = "has a day's healing" if self.day else "rests"
        slots = f"; {amount(self.slots, 'slot')} free again" if self.slots else ""
        wounds = f"{self.wounds} {'Wound' if self.wounds == 1 else 'Wounds'}"
        return f"{self.who} {how}: {self.harm} Harm and {wounds} remain{slots}."


class WoundHealed(Event, frozen=True):
    rule = "DK-40"
    who: str
    card: str = ""

    def text(self) -> str:
        card = f" and its card, {signs(self.card)}, goes back to the supply" if self.card else ""
        return f"A Wound of {self.who} heals{card}."


class Recovered(Event, frozen=True):
    """Which cards stay lost, and which come back."""

    rule = "DK-40"
    who: str
    kept: tuple[str, ...]
    back: tuple[str, ...]
    stamina: int

    def text(self) -> str:
        stay = f"{'stays' if len(self.kept) == 1 else 'stay'} on the Exhaustion pile"
        kept = f" {listed([named(card) for card in self.kept])} {stay}." if self.kept else ""
        return f"{self.who} gets {amount(len(self.back), 'card')} back: {self.stamina} Stamina.{kept}"


class BackOnTheirFeet(Event, frozen=True):
    rule = "DK-14"
    who: str

    def text(self) -> str:
        return f"{self.who} is up again."


class RestType(HouseRuled, ContestType[Resting]):
    name, title, blurb = (
        "rest",
        "Rest and healing",
        "Catch your breath between fights, or take a day to heal.",
    )
    state_type, setup_type, options_type, bots = Resting, RestSetup, SceneOptions, BOTS
    left_is = STAMINA_LEFT

    def check(self, setup: RestSetup, options: object) -> None:
        check_characters(setup.characters)

    def seats(self, setup: RestSetup) -> dict[str, str]:
        return seats_for(setup.characters)

    def begin(self, setup: RestSetup, options: SceneOptions) -> Resting:
        characters = [made(each) for each in setup.characters]
        tired = [each.name for each in characters]
        supply = supply_for(characters)
        return Resting(characters, supply, [], kind=setup.kind, tired=tired, knobs=options.house)

    def turn(self, contest: Contest[Resting]) -> Procedure[None]:
        if contest.state.hits:
            yield from suffer(contest)
        elif not contest.state.told:
            yield from spend_the_time(contest)
        else:
            yield from rest(contest, contest.state.character(contest.state.tired[0]))
            contest.state.tired.pop(0)

    def settling(self, state: Resting) -> bool:
        return bool(state.hits)

    def outcome(self, state: Resting) -> Outcome | None:
        if state.tired or state.hits:
            return None
        return Aftermath(
            summary=how_they_are(state.characters),
            rule="DK-40",
            left=what_is_left(state.characters),
            sheets=sheets_of(state.characters),
        )

    def combatants(self, seen: Mapping[str, Any]) -> tuple[Combatant, ...]:
        return standing(seen)

    def enlist(self, setup: RestSetup, name: str, sheet: Any, seat: str) -> RestSetup:
        return RestSetup(enlist(setup.characters, name, sheet, seat), setup.kind)


def rest(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """DK-40: tokens go, slots are freed, and the Exhaustion pile shrinks to as many cards as tokens remain."""
    if contest.state.kind == "day":
        character.harm = 0
        if character.wounds:
            yield from heal_wound(contest, character)
    else:
        character.harm = max(0, character.harm - contest.state.knobs.rest_heals)
    freed = free_all(character)
    day = contest.state.kind == "day"
    contest.report(Rested, character.name, day, character.harm, character.wounds, freed)
    yield from recover(contest, character)
    if character.standing == "incapacitated" and character.stamina:
        yield from get_up(contest, character)


def spend_the_time(contest: Contest[Resting]) -> Procedure[None]:
    """The players may tell how their characters spend the time, all at once."""
    state = contest.state
    state.told = True
    long = "a day to heal" if state.kind == "day" else "time to rest"
    resting = [state.character(name) for name in state.tired]
    answers = yield tuple(
        Ask(
            each.seat,
            "rest told",
            Text(most=400),
            "DK-40",
            f"{each.name}, you have {long}. How do you spend it?",
            waiting=f"{each.name} has {long}.",
            about=each.name,
        )
        for each in resting
    )
    for each, words in zip(resting, answers, strict=True):
        if words:
            contest.report(Narrated, each.name, words, under="DK-40")


def heal_wound(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """One Wound token goes, with its card, wherever that lies; of two cards the player says which."""
    cards = [card for card in character.added if is_wound(card)]
    card = cards[0] if cards else ""
    if len(set(cards)) > 1:
        card = yield Ask(
            character.seat,
            "healed wound",
            Choice(options=tuple(Option(card, named(card)) for card in cards)),
            "DK-40",
            f"{character.name}, one Wound heals. Which wound card goes?",
            waiting=f"{character.name} chooses the wound that heals.",
            about=character.name,
        )
    character.wounds = max(0, character.wounds - 1)
    if card:
        give_back(contest, character, card)
    contest.report(WoundHealed, character.name, card)


def recover(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """As many cards as Harm and Wound tokens remain stay lost, chosen at random; the others are discarded."""
    keep = min(character.harm + character.wounds, len(character.exhaustion))
    kept: tuple[str, ...] = tuple(character.exhaustion)
    if 0 < keep < len(kept):
        kept = yield Draw(
            kept,
            keep,
            names=NAMES,
            seat=character.seat,
            what="the cards that stay lost",
            rule="DK-40",
            about=character.name,
        )
    elif not keep:
        kept = ()
    back = list((Counter(character.exhaustion) - Counter(kept)).elements())
    regain(character, back)
    contest.report(Recovered, character.name, tuple(kept), tuple(back), character.stamina)


def get_up(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """DK-14: what being incapacitated means is the game master's to say, and so is whether it has passed."""
    answer = yield Ask(
        GM,
        "get up",
        Choice(options=(Option("up", f"{character.name} is up again"), Option("down", "Not yet"))),
        "DK-14",
        f"{character.name} was incapacitated and has {character.stamina} Stamina again. Up?",
        waiting=f"The game master decides whether {character.name} gets up.",
        about=character.name,
    )
    if answer == "up":
        character.standing = "up"
        contest.report(BackOnTheirFeet, character.name)
