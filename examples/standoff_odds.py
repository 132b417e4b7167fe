"""Questions about Standoff: what a game declares beside its rules, so that `agonist odds standoff` answers them."""

from agonist.kernel import Answer, Ask, Seen, defaults, enumerate_contest
from agonist.odds.answer import Odds
from agonist.odds.inquiries import Question, number

from .standoff import Duel, Setup

QUESTIONS = (
    Question(
        "standoff",
        "strike",
        "Always strike",
        "The chance of who always strikes against who strikes only with a good card.",
        "agonist odds standoff strike --from 4 --nerve 2",
        (
            number(
                "from_card",
                "Strikes from",
                "The lowest card that the other strikes with.",
                7,
                4,
                option="from",
            ),
            number("nerve", "Nerve", "What each has to lose.", 9, 2, least=1),
        ),
        "examples.standoff_odds:strike",
    ),
)


def strike(from_card: int, nerve: int) -> Odds:
    """Worked out by the rules themselves, through every card and die."""
    kind = Duel()

    def careful(seen: Seen) -> Answer:
        card = next(each["card"] for each in seen.state["rivals"] if each["seat"] == "second")
        return "strike" if int(card) >= from_card else "wait"

    def first_wins(_: object, outcome: object) -> bool:
        return getattr(outcome, "winners", ())[:1] == ("Ash",)

    def decide(seen: Seen, ask: Ask) -> Answer:
        return careful(seen) if (seen.seat, ask.what) == ("second", "deed") else defaults(seen, ask)

    found = enumerate_contest(kind, kind.begin(Setup(nerve=nerve), None), decide, first_wins, enough=1e-9)
    return Odds(
        f"Always striking against striking from {from_card}",
        {"win": float(found.of[True])},
        method="solved",
        error=1e-9,
        rules=("SO-1", "SO-2"),
    )
