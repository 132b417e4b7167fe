"""Showdown: two rivals, a hidden card each, one nerve to lose at a time."""

from importlib.resources import files
from random import Random
from typing import Annotated

from msgspec import Meta, Struct

from agonist import kernel as k

__all__ = ["GAME"]

CARDS = tuple("123456")


class Rival(k.State):
    name: Annotated[str, k.OPEN]
    seat: Annotated[str, k.OPEN]
    nerve: Annotated[int, k.OPEN, k.Correctable(k.Number(0, 9), "nerve")]
    card: Annotated[str, k.FOR_OWNER] = ""


class Scene(k.State):
    rivals: Annotated[list[Rival], k.OPEN]
    last_word: Annotated[str | None, k.OPEN] = None


class Setup(Struct):
    names: tuple[str, str] = ("Ash", "Birch")
    nerve: Annotated[int, Meta(ge=1, le=9)] = 2


class Clash(k.Event, frozen=True):
    rule = "SD-2"
    totals: dict[str, int]
    dice: tuple[int, ...]

    def text(self) -> str:
        return " and ".join(f"{name} reaches {total}" for name, total in self.totals.items()) + "."

    def staged(self) -> k.Staged:
        """What the page has in its middle while the dice lie: these, what came of it, and why."""
        (one, first), (two, second) = self.totals.items()
        says = "Both reach the same" if first == second else f"{one if first > second else two} reaches more"
        return k.Staged(dice=self.dice, says=says, why=f"{first} against {second}")


def careful(seen: k.Seen, ask: k.Ask) -> k.Answer:
    """A bot: it strikes with a good card only, and knows no more than its seat."""
    if ask.what != "deed":
        return k.defaults(seen, ask)
    mine = next(rival for rival in seen.state["rivals"] if rival["seat"] == seen.seat)
    return "strike" if mine["card"] >= "4" else "wait"


class Showdown(k.ContestType[Scene]):
    name, title, state_type, setup_type = "showdown", "Showdown", Scene, Setup
    blurb = "A card that only you know, a die that everybody sees, and nerves that do not last."
    presets = {"noon": k.Preset("High noon", "Ash and Birch, and the clock strikes twelve.", Setup())}
    primer = (
        "Be the one who has nerve left. Each round you get a card from 1 to 6 that nobody else sees.",
        "Strike, and the card counts beside your die; wait, and the die counts alone.",
    )
    bots = {"careful": careful, "bold": k.defaults}

    def check(self, setup: Setup, options: object) -> None:
        if len(set(setup.names)) < 2:
            raise k.SetupRefused("Both have the same name.", accepted="two names", place="names")

    def seats(self, setup: Setup) -> dict[str, str]:
        return dict(zip(("first", "second"), setup.names, strict=True))

    def begin(self, setup: Setup, options: object) -> Scene:
        return Scene([Rival(name, seat, setup.nerve) for seat, name in self.seats(setup).items()])

    def turn(self, contest: k.Contest[Scene]) -> k.Procedure[None]:
        """SD-1 to SD-3: a round, or the end."""
        one, two = rivals = contest.state.rivals
        if not one.nerve or not two.nerve:
            contest.state.last_word = yield k.Ask(k.GM, "last word", k.Text(200), "SD-3", "How does it end?")
            return
        one.card, two.card = yield k.Draw(CARDS, count=2, what="a card each", rule="SD-1")
        deed = k.Choice((k.Option("strike", "Strike"), k.Option("wait", "Wait")))
        deeds = yield tuple(
            k.Ask(each.seat, "deed", deed, "SD-1", f"Your card is a {each.card}.") for each in rivals
        )
        dice = yield tuple(k.Roll((6,), seat=each.seat, what=f"{each.name}'s die") for each in rivals)
        both = zip(rivals, deeds, dice, strict=True)
        first, second = (die + int(each.card) * (deed == "strike") for each, deed, (die,) in both)
        contest.report(Clash, {one.name: first, two.name: second}, tuple(die for (die,) in dice))
        one.nerve -= first < second
        two.nerve -= second < first

    def outcome(self, state: Scene) -> k.Outcome | None:
        if state.last_word is None:
            return None
        winners = tuple(rival.name for rival in state.rivals if rival.nerve)
        return k.Outcome(summary=f"{winners[0]} stands. {state.last_word}".strip(), winners=winners)

    def imagine(self, state: Scene, seat: str, random: Random) -> None:
        """What a seat cannot know: the other's card, which is not its own."""
        own = next((rival.card for rival in state.rivals if rival.seat == seat), "")
        for rival in state.rivals:
            if rival.card and rival.seat != seat:
                rival.card = random.choice([card for card in CARDS if card != own])


GAME = k.Game(
    name="showdown",
    title="Showdown",
    blurb="Two rivals, a hidden card each, one nerve to lose at a time.",
    rules_version="1",
    types=(Showdown(),),
    rules=k.rules_from(files(__package__).joinpath("rules.md").read_text(encoding="utf-8")),
)
