"""DK-40: rest, and a day's healing."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from agonist.kernel import (
    GM,
    OPEN,
    Contest,
    Event,
    Option,
    Outcome,
    Procedure,
    Text,
)
from agonist.tabletop import Told, amount, ask_of, deeds, listed

from ..cards import CARD_WAYS, is_wound, named
from ..damage.phases import suffer
from ..damage.slots import free_all
from ..deck.moment import Narrated
from ..deck.piles import draw, give_back, regain
from ..people.scene import Character, Scene
from .common import (
    Aftermath,
    RestKind,
    RestSetup,
    SceneOptions,
    SceneType,
    aftermath,
)


class Resting(Scene):
    """Those who have not rested yet."""

    kind: Annotated[RestKind, OPEN] = "rest"
    tired: Annotated[list[str], OPEN] = []
    told: Annotated[bool, OPEN] = False


class Rested(Told, frozen=True):
    rule = "DK-40"
    says = (
        "{who} {day:?has a day's healing|rests}: {harm} Harm and {wounds:n Wound} remain"
        "{slots:?; {slots:of slot} free again}."
    )
    who: str
    day: bool
    harm: int
    wounds: int
    slots: int


class WoundHealed(Told, frozen=True):
    rule, ways = "DK-40", CARD_WAYS
    says = "A Wound of {who} heals{card:? and its card, {card:signs}, goes back to the supply}."
    who: str
    card: str = ""


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


class BackOnTheirFeet(Told, frozen=True):
    rule, says = "DK-14", "{who} is up again."
    who: str


class RestType(SceneType[Resting]):
    name, title = "rest", "Rest and healing"
    blurb = "Catch your breath between fights, or take a day to heal."
    state_type, setup_type = Resting, RestSetup

    def begin(self, setup: RestSetup, options: SceneOptions) -> Resting:
        tired = [each.name for each in setup.characters]
        return Resting(**self.scene(setup, options), kind=setup.kind, tired=tired)

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
        return None if state.tired or state.hits else Aftermath(**aftermath(state, "DK-40"))


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
    told = f"{{who}}, you have {long}. How do you spend it?", f"{{who}} has {long}."
    answers = yield tuple([ask_of(each, "rest told", Text(most=400), "DK-40", *told) for each in resting])
    for each, words in zip(resting, answers, strict=True):
        if words:
            contest.report(Narrated, each.name, words, under="DK-40")


def heal_wound(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """One Wound token goes, with its card, wherever that lies; of two cards the player says which."""
    cards = [card for card in character.added if is_wound(card)]
    card = cards[0] if cards else ""
    if len(set(cards)) > 1:
        form = deeds([Option(card, named(card)) for card in cards])
        text, waiting = (
            "{who}, one Wound heals. Which wound card goes?",
            "{who} chooses the wound that heals.",
        )
        card = yield ask_of(character, "healed wound", form, "DK-40", text, waiting)
    character.wounds = max(0, character.wounds - 1)
    if card:
        give_back(contest, character, card)
    contest.report(WoundHealed, character.name, card)


def recover(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """As many cards as Harm and Wound tokens remain stay lost, chosen at random; the others are discarded."""
    keep = min(character.harm + character.wounds, len(character.exhaustion))
    kept: tuple[str, ...] = tuple(character.exhaustion) if keep else ()
    if keep < len(kept):
        kept = yield draw(character, kept, "the cards that stay lost", "DK-40", keep, follows=False)
    back = list((Counter(character.exhaustion) - Counter(kept)).elements())
    regain(character, back)
    contest.report(Recovered, character.name, tuple(kept), tuple(back), character.stamina)


def get_up(contest: Contest[Resting], character: Character) -> Procedure[None]:
    """DK-14: what being incapacitated means is the game master's to say, and so is whether it has passed."""
    form = deeds([Option("up", f"{character.name} is up again"), Option("down", "Not yet")])
    text = f"{{who}} was incapacitated and has {character.stamina} Stamina again. Up?"
    waiting = "The game master decides whether {who} gets up."
    if (yield ask_of(character, "get up", form, "DK-14", text, waiting, by=GM)) == "up":
        character.standing = "up"
        contest.report(BackOnTheirFeet, character.name)
