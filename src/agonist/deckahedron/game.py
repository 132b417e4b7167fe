"""Deckahedron: fights told with cards that run out. The game as it is declared."""

from importlib.resources import files

from agonist.kernel import Game, rules_from

from .contests.fight import FightType
from .contests.hit import HitType
from .contests.rest import RestType
from .people.characters import Sheet
from .people.knobs import DeckKnobs

GAME = Game(
    name="deckahedron",
    title="Deckahedron",
    blurb="A hit, a fight, a rest: your deck is your breath, and every blow asks how you take it.",
    rules_version="3",
    types=(HitType(), FightType(), RestType()),
    credits=(
        "A Thousand Faces of Adventure and the Deckahedron, by their author, sjbrown, published under the "
        "Creative Commons Attribution 3.0 licence (CC BY 3.0)."
    ),
    rules=rules_from(files(__package__).joinpath("rules.md").read_text(encoding="utf-8")),
    sheet=Sheet,
    knobs=DeckKnobs,
)
