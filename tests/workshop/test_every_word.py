"""The list of all that a player can read (`make words`): what is met in play stands there, once, by its kind."""

from importlib.util import module_from_spec, spec_from_file_location
from random import Random

from agonist.kernel import game
from tests.workshop.house import ROOT


def test_what_is_met_in_play_is_listed_once() -> None:
    spec = spec_from_file_location("words", ROOT / "scripts" / "words.py")
    assert spec is not None
    assert spec.loader is not None
    words = module_from_spec(spec)
    spec.loader.exec_module(words)
    deckahedron = game("deckahedron")
    kind = deckahedron.type("hit")
    found = words.listed(words.of_one(deckahedron, kind, kind.presets["arrow"], Random(1)))
    assert "An arrow out of nowhere: Bera, you are hit for #. How do you take it?" in found["asked"]
    assert "The number is what the blow costs" in found["dice"]
    assert "An arrow out of nowhere hit Bera for #" in found["came of it"]
    assert all(len(every) == len({*every}) for every in found.values())
