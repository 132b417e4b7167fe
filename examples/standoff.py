"""Standoff: two rivals, a hidden card each, one nerve to lose at a time. A whole game for Agonist."""

from random import Random
from typing import Annotated

from msgspec import Struct

from agonist import kernel as k
from agonist import tabletop as t

RULES = k.rules_from("""
- **SO-1** Each rival is dealt one of six cards, worth 1 to 6, and both decide in secret: strike, or wait.
- **SO-2** Each rolls a die; who strikes adds the card. The lower total loses one nerve; equal totals lose none.
- **SO-3** Who has no nerve left has lost. The game master has the last word.
- **SO-4** Where strikes are judged, the game master may call foul before the dice fall: then no card counts.
""")


class Rival(k.State):
    name: Annotated[str, k.OPEN]
    seat: Annotated[str, k.OPEN]
    nerve: Annotated[int, k.OPEN, k.Correctable(k.Number(0, 9), "nerve")]
    card: Annotated[str, k.FOR_OWNER] = ""


class Standoff(k.State):
    rivals: Annotated[list[Rival], k.OPEN]
    last_word: Annotated[str | None, k.OPEN] = None
    judged: bool = False


class Setup(Struct):
    names: tuple[str, str] = ("Ash", "Birch")
    nerve: int = 2
    judged: bool = False


class Strike(t.Deed, frozen=True):
    key, label, rule = "strike", "Strike", "SO-1"


class Wait(t.Deed, frozen=True):
    key, label, rule = "wait", "Wait", "SO-1"


FAIR = k.Ask(k.GM, "foul", k.yes_or_no("Foul", "Fair"), "SO-4", "Fair?", assume="no", interrupts=True)


class Foul(t.Told, frozen=True):
    rule, says = "SO-4", "That was foul: no card counts."


class Clash(k.Event, frozen=True):
    rule = "SO-2"
    totals: dict[str, int]
    dice: tuple[int, ...]

    def text(self) -> str:
        return " and ".join(f"{name} reaches {total}" for name, total in self.totals.items()) + "."

    def staged(self) -> k.Staged:
        (one, first), (two, second) = self.totals.items()
        says = "Both reach the same" if first == second else f"{one if first > second else two} reaches more"
        return k.Staged(dice=self.dice, says=says, why=f"{first} against {second}")


class Duel(k.ContestType[Standoff]):
    name, title, state_type, setup_type = "standoff", "Standoff", Standoff, Setup
    presets = {"noon": k.Preset("High noon", "Ash and Birch, and the clock strikes twelve.", Setup())}

    def check(self, setup: Setup, options: object) -> None:
        if len(set(setup.names)) < 2 or not 1 <= setup.nerve <= 9:
            raise k.SetupRefused("This is no standoff.", accepted="two different names and a nerve of 1 to 9")

    def seats(self, setup: Setup) -> dict[str, str]:
        return dict(zip(("first", "second"), setup.names, strict=True))

    def begin(self, setup: Setup, options: object) -> Standoff:
        return Standoff([Rival(n, s, setup.nerve) for s, n in self.seats(setup).items()], judged=setup.judged)

    def turn(self, contest: k.Contest[Standoff]) -> k.Procedure[None]:
        one, two = rivals = contest.state.rivals
        if not one.nerve or not two.nerve:
            contest.state.last_word = yield k.Ask(k.GM, "last word", k.Text(200), "SO-3", "How does it end?")
            return
        one.card, two.card = yield k.Draw(tuple("123456"), count=2, what="a card each", rule="SO-1")
        form = t.deeds((Strike.offered(), Wait.offered()))
        answers = yield tuple(
            k.Ask(r.seat, "deed", form, "SO-1", f"Your card is a {r.card}.") for r in rivals
        )
        strikes = [isinstance(t.done(answer, Strike, Wait), Strike) for answer in answers]
        adds = [int(r.card) * strike for r, strike in zip(rivals, strikes, strict=True)]

        def foul(_: k.Answer) -> None:
            adds[:] = 0, 0
            contest.report(Foul)

        window = t.Window("foul", lambda: FAIR if contest.state.judged and any(adds) else None, foul)
        rolls = tuple(k.Roll((6,), seat=r.seat, what=f"{r.name}'s die") for r in rivals)
        dice = yield from t.before_dice(contest, lambda: [window], lambda: rolls)
        first, second = (die + card for (die,), card in zip(dice, adds, strict=True))
        contest.report(Clash, {one.name: first, two.name: second}, tuple(die for (die,) in dice))
        one.nerve -= first < second and one.nerve > 0
        two.nerve -= second < first and two.nerve > 0

    def outcome(self, state: Standoff) -> k.Outcome | None:
        if state.last_word is None:
            return None
        winners = tuple(r.name for r in state.rivals if r.nerve)
        stands = "/".join(winners) or "Nobody"
        return k.Outcome(summary=f"{stands} stands. {state.last_word}", winners=winners)

    def imagine(self, state: Standoff, seat: str, random: Random) -> None:
        own = next((rival.card for rival in state.rivals if rival.seat == seat), "")
        for rival in state.rivals:
            if rival.card and rival.seat != seat:
                rival.card = random.choice([card for card in "123456" if card != own])


GAME = k.Game(name="standoff", title="Standoff", blurb="", rules_version="1", types=(Duel(),), rules=RULES)
