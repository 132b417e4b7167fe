"""A study as it is written: what is asked, what is fixed, what is swept, what is shown."""

from __future__ import annotations

import hashlib
import itertools
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ..refusal import refuse

MOST_CELLS = 100_000


class Range(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whole numbers from one to another, both included."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    step: int = 1

    def values(self) -> list[int]:
        return list(range(self.first, self.last + 1, max(1, self.step)))


class Chart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A heat map (x, y, value) or curves (x, value, and a colour for each) over all cells."""

    x: str
    value: str
    y: str = ""
    colour: str = ""
    title: str = ""


class Cell(msgspec.Struct, frozen=True):
    """One setting of a study: everything needed to work it out, and the key under which its result is kept."""

    key: str
    place: int
    values: dict[str, Any]
    work: dict[str, Any]


class Study(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A small file. It asks a question of `agonist odds` (`question`), or simulates (`game` and `type`).

    `fixed` are the question's parameters that stay the same; `sweep` gives the values of those that do not: a list, or
    ``{from = 1, to = 20}``. For a simulation the names are paths such as ``setup.contestants.0.abilities.0.rating``,
    ``options.better_roll`` or ``bots.gm``; ``type``, ``preset`` and ``contests`` can be swept too, which compares
    editions. A house rule is ``knobs.NAME``, for questions and simulations alike.
    """

    title: str
    question: str = ""
    game: str = ""
    type: str = ""
    preset: str = ""
    contests: int = 10_000
    seed: int = 0
    fixed: dict[str, Any] = {}
    sweep: dict[str, list[Any] | Range]
    charts: list[Chart] = []
    notes: str = ""

    @property
    def simulates(self) -> bool:
        """Whether contests are played, not a question asked."""
        return not self.question

    def axes(self) -> dict[str, list[Any]]:
        """The values that are gone through, by name."""
        return {
            name: each.values() if isinstance(each, Range) else list(each)
            for name, each in self.sweep.items()
        }

    def cells(self) -> Iterator[Cell]:
        """All settings, the last name's values going round first."""
        axes = self.axes()
        for place, values in enumerate(itertools.product(*axes.values())):
            chosen = dict(zip(axes, values, strict=True))
            work = self._work(chosen)
            yield Cell(_key(work), place, chosen, work)

    def _work(self, chosen: dict[str, Any]) -> dict[str, Any]:
        if self.question:
            return {"question": self.question, "given": {**self.fixed, **chosen}}
        start = {"game": self.game, "type": self.type, "preset": self.preset, "contests": self.contests}
        changes = {**self.fixed, **chosen}
        start |= {name: changes.pop(name) for name in list(changes) if name in start}
        return {**start, "seed": self.seed, "changes": changes}

    def check(self) -> None:
        """Refuse a study that cannot be run."""
        if bool(self.question) == bool(self.game and self.type):
            refuse(
                "A study asks a question or simulates.",
                'question = "GAME QUESTION", or game and type',
                "question",
            )
        axes = self.axes()
        size = 1
        for name, values in axes.items():
            if not values:
                refuse(f"{name} has no values.", "a list, or {from = 1, to = 20}", f"sweep.{name}")
            size *= len(values)
        if size > MOST_CELLS:
            refuse(f"These are {size} cells.", f"up to {MOST_CELLS}", "sweep")
        for number, chart in enumerate(self.charts):
            for name in (chart.x, chart.y, chart.colour):
                if name and name not in axes:
                    refuse(f"{name!r} is not swept.", ", ".join(axes), f"charts.{number}")


def load_study(file: Path) -> Study:
    """Read a study from a TOML or JSON file, and check it."""
    try:
        text = file.read_text(encoding="utf-8")
        data = json.loads(text) if file.suffix == ".json" else tomllib.loads(text)
        study = msgspec.convert(data, Study)
    except OSError as problem:
        refuse(f"{file} cannot be read: {problem.strerror}.", "a TOML or JSON file", "study")
    except (ValueError, msgspec.ValidationError) as problem:
        refuse(f"{file.name} is no study: {problem}.", "title, question or game and type, and sweep", "study")
    study.check()
    return study


def _key(work: dict[str, Any]) -> str:
    text = json.dumps(work, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:24]
