"""What a question is answered with: the numbers, how exact they are, and ways to look at them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import ceil, floor, log10
from typing import Any

from .distribution import Distribution
from .saying import html_table

Number = Fraction | int | float
"""A chance or an expected value: exact as a fraction or whole number, a float otherwise."""

_MOST_DIGITS = 2_000
"""An exact number longer than this is given as a float only; nobody could use its digits."""

_READS_0 = 5e-7
"""A chance below this reads 0.0000%."""

_NO_CHANCES = ("mean", "means", "rounds", "score", "value")
"""Numbers that are no chances."""


class Odds:
    """The answer to a question about chances.

    `numbers` are the answer's parts by name: single numbers, or mappings from a name or number to its chance.
    Each can be read as an attribute too. `method` is ``exact``, ``solved`` or ``simulated``; no number is further
    than `error` from the true one (for a simulation: with 95 % confidence). What is not `proven` is that near as far as
    what is left over tells (a residual). `notes` say what was assumed.
    """

    def __init__(
        self,
        question: str,
        numbers: Mapping[str, Any],
        *,
        method: str = "exact",
        error: float = 0.0,
        proven: bool = True,
        notes: Sequence[str] = (),
        rules: Sequence[str] = (),
    ) -> None:
        self.question = question
        self.numbers = dict(numbers)
        self.method = method
        self.error = error
        self.proven = proven
        self.notes = tuple(notes)
        self.rules = tuple(rules)

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__["numbers"][name]
        except KeyError:
            raise AttributeError(
                f"This answer has no {name!r}; it has {', '.join(self.__dict__.get('numbers', {}))}."
            ) from None

    def as_data(self) -> dict[str, Any]:
        """The answer as plain data: floats, and under `exact` the same as numerator and denominator."""
        data: dict[str, Any] = {name: _plain(value) for name, value in self.numbers.items()}
        data |= {"method": self.method, "error": self.error}
        if self.method == "solved":
            data["bound"] = "proven" if self.proven else "residual"
        if self.notes:
            data["notes"] = list(self.notes)
        exact = {name: _ratio(value) for name, value in self.numbers.items()}
        exact = {name: value for name, value in exact.items() if value is not None}
        if self.method == "exact" and exact:
            data["exact"] = exact
        return data

    def rows(self) -> list[tuple[str, str, str]]:
        """Name, number and exact number of every part, as text: no more digits than are known, and no numbers at the
        ends of a list whose chances would all read 0."""
        rows: list[tuple[str, str, str]] = []
        places = self._places
        for name, value in self.numbers.items():
            if isinstance(value, Distribution):
                value = dict(value.items())  # noqa: PLW2901
            if isinstance(value, Mapping):
                told = _without_ends(value)
                rows += [(f"{name} {key}", _text(name, each, places), _fraction(each)) for key, each in told]
            else:
                rows.append((name, _text(name, value, places), _fraction(value)))
        return rows

    @property
    def _places(self) -> int:
        """How many decimal places of a percentage are known."""
        return min(4, max(0, ceil(-log10(100 * self.error)))) if self.error else 4

    @property
    def certainty(self) -> str:
        """How exact the numbers are, in words."""
        if self.method == "exact":
            return "exact"
        if self.method == "solved":
            places = max(1, floor(-log10(self.error))) if self.error else 15
            return f"worked out to {places} decimal places" + (
                "" if self.proven else ", by what is left over"
            )
        return f"from simulated contests: 95 times in 100 no chance is off by more than {self.error:.2%}"

    def __repr__(self) -> str:
        width = max((len(name) for name, _, _ in self.rows()), default=0)
        lines = [f"{self.question} ({self.certainty})"]
        lines += [f"  {name:<{width}}  {number:>10}  {exact}".rstrip() for name, number, exact in self.rows()]
        return "\n".join(lines + [f"  {note}" for note in self.notes])

    def _repr_html_(self) -> str:
        notes = "".join(f"<p>{escape(note)}</p>" for note in self.notes)
        table = html_table(("", "", "exactly"), self.rows())
        return f"<p><strong>{escape(self.question)}</strong> ({escape(self.certainty)})</p>{table}{notes}"

    def chart(self) -> Any:
        """A chart of the answer's main distribution, for notebooks and files (needs the extra `charts`)."""
        from .charts import bars

        name, shares = self.main_distribution()
        return bars(
            {str(key): float(value) for key, value in shares.items()}, title=self.question, label=name
        )

    def main_distribution(self) -> tuple[str, Mapping[Any, Number]]:
        """The part that a chart shows: the first distribution, else the single chances together."""
        for name, value in self.numbers.items():
            if isinstance(value, Distribution):
                return name, dict(value.items())
            if isinstance(value, Mapping) and value:
                return name, value
        return "chance", {
            name: value
            for name, value in self.numbers.items()
            if isinstance(value, Fraction | float) and name not in _NO_CHANCES
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, Distribution):
        return {str(key): float(chance) for key, chance in value.items()}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    return value


def _ratio(value: Any) -> Any:
    if isinstance(value, Fraction):
        short = value.denominator.bit_length() < 3.3 * _MOST_DIGITS
        return [value.numerator, value.denominator] if short else None
    if isinstance(value, Distribution):
        value = dict(value.items())
    if isinstance(value, Mapping):
        ratios = {str(key): _ratio(each) for key, each in value.items()}
        return ratios if ratios and all(each is not None for each in ratios.values()) else None
    return None


def _without_ends(value: Mapping[Any, Number]) -> list[tuple[Any, Number]]:
    """A list by number without what would read 0 before the first chance and after the last; others as they are."""
    told = list(value.items())
    if all(isinstance(key, int) and not isinstance(chance, str) for key, chance in told):
        seen = [n for n, (_, chance) in enumerate(told) if float(chance) >= _READS_0] or [0]
        told = told[seen[0] : seen[-1] + 1]
    return told


def _text(name: str, value: Any, places: int = 4) -> str:
    if isinstance(value, int | str):
        return str(value)
    if name in _NO_CHANCES:
        return f"{float(value):.4f}"
    return _percent(float(value), places, certain=value in (0, 1))


def _percent(chance: float, places: int, *, certain: bool) -> str:
    """A chance in percent; what is not certain is never called so.

    >>> _percent(1.5e-23, 4, certain=False), _percent(1 - 1e-8, 4, certain=False), _percent(1.0, 4, certain=True)
    ('under 0.0001%', 'over 99.9999%', '100.0000%')
    """
    least = 10.0**-places
    if not certain and 100 * chance < least / 2:
        return f"under {least:.{places}f}%"
    if not certain and 100 * (1 - chance) < least / 2:
        return f"over {100 - least:.{places}f}%"
    return f"{chance:.{places}%}"


def _fraction(value: Any) -> str:
    if not isinstance(value, Fraction) or value.denominator.bit_length() > 60:
        return ""
    return str(value)
