"""Mutants are made where a change means something, and of the many ways to change an operator a few are taken."""

from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest

from tests.workshop.house import ROOT

SOURCE = """
@cache
def halved(damage: int | None) -> int | None:
    return None if damage is None else damage // 2 | 0
"""


@pytest.fixture(scope="module")
def mutants() -> ModuleType:
    spec = spec_from_file_location("mutants", ROOT / "scripts" / "mutants.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("operator", "place", "made"),
    [
        ("core/RemoveDecorator", (2, 0), False),
        ("core/ReplaceBinaryOperator_BitOr_BitAnd", (3, 23), False),
        ("core/ReplaceBinaryOperator_BitOr_BitAnd", (3, 38), False),
        ("core/ReplaceBinaryOperator_BitOr_BitAnd", (4, 51), True),
        ("core/ReplaceBinaryOperator_FloorDiv_Mul", (4, 46), True),
        ("core/ReplaceBinaryOperator_FloorDiv_Add", (4, 46), False),
        ("core/ReplaceComparisonOperator_Is_IsNot", (4, 26), True),
        ("core/ReplaceComparisonOperator_Is_Lt", (4, 26), False),
        ("core/NumberReplacer", (4, 49), True),
    ],
)
def test_a_mutant_is_made_where_a_test_could_notice_it(
    mutants: ModuleType, operator: str, place: tuple[int, int], made: bool
) -> None:
    assert mutants.means_something(operator, place, mutants.unread(SOURCE)) == made


def test_what_is_not_there_has_no_mutants(mutants: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert mutants.main(["no/such/room"]) == 2
    assert mutants.main([]) == 2
    assert "make mutants T=" in capsys.readouterr().out
