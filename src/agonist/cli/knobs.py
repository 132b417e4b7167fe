"""What a table may turn of a game's rules: `agonist knobs`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

from cyclopts import Parameter

if TYPE_CHECKING:
    from agonist.tabletop import Knobs


def knobs(game: str, /, *, json: Annotated[bool, Parameter(negative="")] = False) -> int:
    """List the knobs of a game: numbers, tables and small rules that a table may turn, with what the rules say.

    They are turned by name: in a set-up's file as [options.knobs], in questions, simulations and play by
    --knob NAME=VALUE, in a study's sweep as "knobs.NAME".

    Example: agonist knobs questworlds

    Parameters
    ----------
    game
        The game.
    json
        Print one JSON list.
    """
    from agonist.kernel import game as find
    from agonist.odds.refusal import refuse
    from agonist.tabletop import knobs_of

    kind = find(game).knobs
    if kind is None:
        refuse(f"{find(game).title} declares no knobs.", "a game that does", "game")
    found = knobs_of(cast("type[Knobs]", kind))
    if json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
        return 0
    widths = [max(len(row[n]) for row in map(_row, found)) for n in range(3)]
    for row in map(_row, found):
        print(
            "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[3], sep="  "
        )
    return 0


def _row(knob: object) -> tuple[str, str, str, str]:
    from agonist.tabletop import Knob

    assert isinstance(knob, Knob)
    usual = str(knob.default)
    usual = usual.lower() if isinstance(knob.default, bool) else usual.replace("-", "−")
    return knob.name, usual, knob.rule, f"{knob.label} ({knob.accepts})"
