"""Questions about Showdown's odds: agonist odds showdown."""

from agonist import kernel as k
from agonist.odds.answer import Odds
from agonist.odds.inquiries import Question, number

from . import GAME, Setup

QUESTIONS = (
    Question(
        "showdown",
        "strike",
        "Always strike",
        "The chance of who always strikes against who strikes only with a good card.",
        "agonist odds showdown strike --from 4 --nerve 2",
        (
            number(
                "good", "Strikes from", "The lowest card that the other strikes with.", 7, 4, option="from"
            ),
            number("nerve", "Nerve", "What each has to lose.", 9, 2, least=1),
        ),
        f"{__name__}:strike",
    ),
)


def strike(good: int, nerve: int) -> Odds:
    """By the rules themselves, through every card and die."""
    kind = GAME.type("showdown")

    def decide(seen: k.Seen, ask: k.Ask) -> k.Answer:
        if (seen.seat, ask.what) != ("second", "deed"):
            return k.defaults(seen, ask)
        card = next(each["card"] for each in seen.state["rivals"] if each["seat"] == "second")
        return "strike" if int(card) >= good else "wait"

    def first_wins(_: object, outcome: k.Outcome) -> bool:
        return outcome.winners[0] == "Ash"

    found = k.enumerate_contest(kind, kind.begin(Setup(nerve=nerve), None), decide, first_wins, enough=1e-9)
    title = f"Always striking against striking from {good}"
    return Odds(title, {"win": float(found.of[True])}, method="solved", error=1e-9, rules=("SD-1", "SD-2"))
