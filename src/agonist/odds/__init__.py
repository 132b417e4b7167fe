"""Odds: exact chances, best play, simulation and studies, for all games.

>>> from agonist.odds import forge, questworlds
>>> questworlds.simple("17", "10M").win
Fraction(47, 400)
>>> forge.challenge(dice=5, training=5, difficulty=2).success
Fraction(131, 243)

The odds of each game are found under its name. Everything is loaded when it is first used, so that a quick question is
answered quickly.
"""

from typing import TYPE_CHECKING, Any

from .declared import asked_games, module_of, part_of

if TYPE_CHECKING:
    from .answer import Odds
    from .counsel import Advice, Choice, advise
    from .declared import Knows, declare
    from .distribution import Distribution
    from .enumerating import enumerate_odds
    from .inquiries import Parameter, Question, question, questions
    from .simulation import Simulated, simulate
    from .studies import Study, load_study, run_study

__all__ = [
    "Advice",
    "Choice",
    "Distribution",
    "Knows",
    "Odds",
    "Parameter",
    "Question",
    "Simulated",
    "Study",
    "advise",
    "asked_games",
    "declare",
    "enumerate_odds",
    "load_study",
    "question",
    "questions",
    "run_study",
    "simulate",
]

_PARTS = {
    "Advice": "counsel",
    "Choice": "counsel",
    "Distribution": "distribution",
    "Knows": "declared",
    "Odds": "answer",
    "Parameter": "inquiries",
    "Question": "inquiries",
    "Simulated": "simulation",
    "Study": "studies",
    "advise": "counsel",
    "declare": "declared",
    "enumerate_odds": "enumerating",
    "load_study": "studies",
    "question": "inquiries",
    "questions": "inquiries",
    "run_study": "studies",
    "simulate": "simulation",
}


def __getattr__(name: str) -> Any:
    game = name.replace("_", "-")
    if name not in _PARTS and game in asked_games(game):
        return module_of(game)
    return part_of(__name__, _PARTS, name)
