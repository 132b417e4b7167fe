"""Standoff: two rivals, a hidden card each, one nerve to lose at a time. A whole game for Agonist."""

from random import Random
from typing import Annotated

from msgspec import Struct

from agonist import kernel as k

RULES = k.rules_from("""
- **SO-1** Each rival is dealt one of six cards, worth 1 to 6, and both decide in secret: strike, or wait.
- **SO-2** Each rolls a die; who strikes adds the card. The lower total loses one nerve; equal totals lose none.
- **SO-3** Who has no nerve left has lost. The game master has the last word.
""")


class Rival(k.State):
    name: Annotated[str, k.OPEN]
    seat: Annotated[str, k.OPEN]
    nerve: Annotated[int, k.OPEN, k.Correctable(k.Number(0, 9), "nerve")]
    card: Annotated[str, k.FOR_OWNER] = ""


class Standoff(k.State):
    rivals: Annotated[list[Rival], k.OPEN]
    last_word: Annotated[str | None, k.OPEN] = None


class Setup(Struct):
    names: tuple[str, str] = ("Ash", "Birch")
    nerve: int = 2


class Clash(k.Event, frozen=True):
    rule = "SO-2"
    totals: dict[str, int]

    def text(self) -> str:
        return " and ".join(f"{name} reaches {total}" for name, total in self.totals.items()) + "."


class Duel(k.ContestType[Standoff]):
    name, title, state_type, setup_type = "standoff", "Standoff", Standoff, Setup
    presets = {"noon": k.Preset("High noon", "Ash and Birch, and the clock strikes twelve.", Setup())}

    def check(self, setup: Setup, options: object) -> None:
        if len(set(setup.names)) < 2 or not 1 <= setup.nerve <= 9:
            raise k.SetupRefused("This is no standoff.", accepted="two different names and a nerve of 1 to 9")

    def seats(self, setup: Setup) -> dict[str, str]:
        return dict(zip(("first", "second"), setup.names, strict=True))

    def begin(self, setup: Setup, options: object) -> Standoff:
        return Standoff([Rival(name, seat, setup.nerve) for seat, name in self.seats(setup).items()])

    def turn(self, contest: k.Contest[Standoff]) -> k.Procedure[None]:
        one, two = rivals = contest.state.rivals
        if not one.nerve or not two.nerve:
            contest.state.last_word = yield k.Ask(k.GM, "last word", k.Text(200), "SO-3", "How does it end?")
            return
        one.card, two.card = yield k.Draw(tuple("123456"), count=2, what="a card each", rule="SO-1")
        deed = k.Choice((k.Option("strike", "Strike"), k.Option("wait", "Wait")))
        deeds = yield tuple(k.Ask(r.seat, "deed", deed, "SO-1", f"Your card is a {r.card}.") for r in rivals)
        dice = yield tuple(k.Roll((6,), seat=r.seat, what=f"{r.name}'s die") for r in rivals)
        both = zip(rivals, deeds, dice, strict=True)
        first, second = (die + int(r.card) * (deed == "strike") for r, deed, (die,) in both)
        contest.report(Clash, {one.name: first, two.name: second})
        one.nerve -= first < second and one.nerve > 0
        two.nerve -= second < first and two.nerve > 0

    def outcome(self, state: Standoff) -> k.Outcome | None:
        if state.last_word is None:
            return None
        winners = tuple(r.name for r in state.rivals if r.nerve)
        return k.Outcome(
            summary=f"{'/'.join(winners) or 'Nobody'} stands. {state.last_word}", winners=winners
        )

    def imagine(self, state: Standoff, seat: str, random: Random) -> None:
        own = next((rival.card for rival in state.rivals if rival.seat == seat), "")
        for rival in state.rivals:
            if rival.card and rival.seat != seat:
                rival.card = random.choice([card for card in "123456" if card != own])


GAME = k.Game(name="standoff", title="Standoff", blurb="", rules_version="1", types=(Duel(),), rules=RULES)
