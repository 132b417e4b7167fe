"""Standoff: two rivals, a hidden card each, one nerve to lose at a time. A whole game for Agonist."""

from typing import Annotated

from msgspec import Struct

from agonist.kernel import FOR_OWNER, GM, OPEN, Ask, Choice, Contest, ContestType, Correctable, Draw, Event, Game
from agonist.kernel import Number, Option, Outcome, Preset, Procedure, Roll, SetupRefused, State, Text, rules_from

RULES = rules_from("""
- **SO-1** Each rival is dealt one of six cards, worth 1 to 6, and shows it to nobody.
- **SO-2** Both decide at the same time and in secret: strike, or wait.
- **SO-3** Each rolls a die; who strikes adds the card. The lower total loses one nerve; equal totals lose none.
- **SO-4** Who has no nerve left has lost. The game master has the last word.
""")


class Rival(State):
    name: Annotated[str, OPEN]
    seat: Annotated[str, OPEN]
    nerve: Annotated[int, OPEN, Correctable(Number(0, 9), "nerve")]
    card: Annotated[str, FOR_OWNER] = ""


class Standoff(State):
    rivals: Annotated[list[Rival], OPEN]
    last_word: Annotated[str | None, OPEN] = None


class Setup(Struct):
    names: tuple[str, str] = ("Ash", "Birch")
    nerve: int = 2


class Clash(Event, frozen=True):
    rule = "SO-3"
    deeds: dict[str, str]
    totals: dict[str, int]

    def text(self) -> str:
        each = [f"{name} {deed}s and reaches {self.totals[name]}" for name, deed in self.deeds.items()]
        return "; ".join(each) + "."


class StandoffType(ContestType[Standoff]):
    name, title, state_type, setup_type = "standoff", "Standoff", Standoff, Setup
    presets = {"noon": Preset("High noon", "Ash and Birch, and the clock strikes twelve.", Setup())}

    def check(self, setup: Setup, options: object) -> None:
        if len(set(setup.names)) < 2 or not 1 <= setup.nerve <= 9:
            raise SetupRefused("This is no standoff.", accepted="two different names and a nerve of 1 to 9")

    def seats(self, setup: Setup) -> dict[str, str]:
        return dict(zip(("first", "second"), setup.names, strict=True))

    def begin(self, setup: Setup, options: object) -> Standoff:
        return Standoff([Rival(name, seat, setup.nerve) for seat, name in self.seats(setup).items()])

    def turn(self, contest: Contest[Standoff]) -> Procedure[None]:
        one, two = rivals = contest.state.rivals
        if not one.nerve or not two.nerve:
            contest.state.last_word = yield Ask(GM, "last word", Text(200), "SO-4", "How does it end?")
            return
        one.card, two.card = yield Draw(("1", "2", "3", "4", "5", "6"), count=2, what="a card each")
        deed = Choice((Option("strike", "Strike"), Option("wait", "Wait")))
        deeds = yield tuple(Ask(r.seat, "deed", deed, "SO-2", f"{r.name}, you hold a {r.card}.") for r in rivals)
        dice = yield tuple(Roll((6,), by=r.seat, what=f"{r.name}'s die") for r in rivals)
        bold = zip(rivals, deeds, dice, strict=True)
        totals = [die + int(r.card) * (did == "strike") for r, did, (die,) in bold]
        contest.report(Clash({one.name: deeds[0], two.name: deeds[1]}, {one.name: totals[0], two.name: totals[1]}))
        one.nerve -= totals[0] < totals[1]
        two.nerve -= totals[1] < totals[0]

    def outcome(self, state: Standoff) -> Outcome | None:
        if state.last_word is None:
            return None
        winners = tuple(r.name for r in state.rivals if r.nerve)
        return Outcome(summary=f"{' and '.join(winners) or 'Nobody'} stands. {state.last_word}", winners=winners)


GAME = Game(name="standoff", title="Standoff", blurb=__doc__, rules_version="1", types=(StandoffType(),), rules=RULES)
