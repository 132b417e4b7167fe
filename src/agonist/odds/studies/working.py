"""Working out one cell of a study. The result depends on the cell alone, wherever it is worked out."""

from __future__ import annotations

from typing import Any

import msgspec

from ..inquiries import KNOBS, question
from ..refusal import refuse
from ..workers import counted


def work_out(key: str, work: dict[str, Any]) -> dict[str, Any]:
    """The numbers of a cell, flat: ``win``, ``outcomes.tie``, ``error`` and so on."""
    return _flat(_asked(work) if "question" in work else _simulated(key, work))


def _asked(work: dict[str, Any]) -> dict[str, Any]:
    game, _, name = work["question"].partition(" ")
    data = question(game, name.strip()).ask(**_nested(work["given"])).as_data()
    return {name: value for name, value in data.items() if name not in ("exact", "notes")}


def _nested(given: dict[str, Any]) -> dict[str, Any]:
    """What is asked, with ``knobs.critical`` among the knobs."""
    whole: dict[str, Any] = {}
    for name, value in given.items():
        root, dot, knob = name.partition(".")
        if dot and root == KNOBS:
            whole[KNOBS] = {**whole.get(KNOBS, {}), knob: value}
        else:
            whole[name] = value
    return whole


def _simulated(key: str, work: dict[str, Any]) -> dict[str, Any]:
    from ..simulation import simulate, start_of

    setup, options = start_of(work["game"], work["type"], work["preset"], None, None)
    parts = {"setup": _data(setup), "options": _data(options) or {}, "bots": {}}
    knobs: dict[str, Any] = {}
    for path, value in work["changes"].items():
        place, dot, name = path.removeprefix("options.").partition(".")
        if dot and place == KNOBS:
            knobs[name] = value
        else:
            change(parts, path, value)
    told = 0

    def tell(done: int, _: int) -> None:
        nonlocal told
        counted(done - told)
        told = done

    found = simulate(
        work["game"],
        work["type"],
        setup=parts["setup"],
        options=parts["options"],
        knobs=knobs,
        bots=parts["bots"],
        contests=work["contests"],
        seed=int(key[:12], 16) ^ work["seed"],
        processes=1,
        progress=tell,
    )
    data = found.as_data()
    return {name: value for name, value in data.items() if name not in ("intervals", "notes", "seed")}


def _data(value: Any) -> Any:
    """As JSON has it: objects, lists, texts and numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def change(parts: dict[str, Any], path: str, value: Any) -> None:
    """Set one value in a tree of objects and lists.

    >>> tree = {"setup": {"names": ["Ash", "Birch"]}}
    >>> change(tree, "setup.names.1", "Cedar"); tree
    {'setup': {'names': ['Ash', 'Cedar']}}
    """
    here: Any = parts
    *way, last = path.split(".")
    for step in way:
        here = _step(here, step, path)
    if isinstance(here, list):
        here[_number(here, last, path)] = value
    elif isinstance(here, dict):
        here[last] = value
    else:
        refuse(f"There is nothing to set at {path!r}.", "a path such as options.better_roll", "sweep")


def _step(here: Any, step: str, path: str) -> Any:
    if isinstance(here, list):
        return here[_number(here, step, path)]
    if isinstance(here, dict) and step in here:
        return here[step]
    known = ", ".join(here) if isinstance(here, dict) else "nothing"
    refuse(f"{path!r} leads nowhere at {step!r}.", known, "sweep")
    raise AssertionError


def _number(here: list[Any], step: str, path: str) -> int:
    if not step.isdigit() or int(step) >= len(here):
        refuse(f"{path!r} leads nowhere at {step!r}.", f"0 to {len(here) - 1}", "sweep")
    return int(step)


def _flat(data: dict[str, Any], before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{before}{name}.")
        else:
            flat[f"{before}{name}"] = value
    return flat
