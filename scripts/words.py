"""List every text that a player can meet in the ready contests, once, to be read aloud: `make words`.

With words only the games whose names hold one of them: `make words T=forge`. Every contest is played a few times by its
first bot in everybody's place; numbers are written as #, so that what differs by them alone is read once.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from agonist.kernel import (
    GM,
    Ask,
    ContestType,
    DiceMode,
    Form,
    Game,
    Preset,
    Referee,
    SeatView,
    Seen,
    defaults,
    games,
    seat_view,
)
from agonist.kernel.forms import Choice, Fields, Option
from agonist.tabletop import offered
from agonist.tabletop.board import board_of

PLAYED, MOST = 3, 4_000
"""How often each ready contest is played, and how many requests of it at the most."""
KINDS = ("asked", "answered", "waited for", "dice", "came of it", "story", "board", "explained")


def texts(game: Game) -> Iterator[tuple[str, str]]:
    """All of a game, with the kind of each."""
    for kind in game.types:
        yield from (("explained", text) for text in (kind.blurb, *kind.primer, *kind.lessons.values()))
        for preset in kind.presets.values():
            yield "explained", preset.title
            for n in range(PLAYED):
                yield from of_one(game, kind, preset, Random(f"{kind.name} {preset.title} {n}"))


def of_one(game: Game, kind: ContestType[Any], preset: Preset, random: Random) -> Iterator[tuple[str, str]]:
    """One contest, as all its seats meet it."""
    seats = {GM, *kind.seats(kind.setup_from(preset.setup, preset.options)[0])}
    dice: dict[str, DiceMode] = dict.fromkeys(seats, "tap")
    referee = Referee.start(
        game, kind.name, preset.setup, preset.options, seed=random.randbytes(32), dice=dice
    )
    bot, read = next(iter(kind.bots.values()), defaults), dict.fromkeys(seats, 0)
    for _ in range(MOST):
        for seat in seats:
            view = seat_view(referee, seat, read[seat])
            read[seat] = max((line.n + 1 for line in view.lines), default=read[seat])
            yield from of_view(kind, view)
        if referee.over:
            return
        pending = next((each for each in referee.pending if not each.window), None)
        if pending is None:
            referee.let_pass()
        elif isinstance(pending.request, Ask):
            answer = bot(Seen(pending.seat, referee.state, (referee, pending)), pending.request)
            referee.answer(pending.id, pending.request.completed(answer))
        else:
            referee.answer(pending.id, "sealed")


def of_view(kind: ContestType[Any], view: SeatView) -> Iterator[tuple[str, str]]:
    """What one seat reads at one moment."""
    for asked in view.asked:
        yield "asked", asked.text
        yield from of_dice(asked.needs, asked.decides)
        yield from (("answered", text) for text in of_form(asked.form))
        opening = offered(asked.form)
        yield from (("answered", f"{each.label} {each.note}") for each in (opening.deeds if opening else ()))
    for waiting in view.waiting:
        yield "waited for", waiting.text
        yield from of_dice(waiting.needs, waiting.decides)
    for line in view.lines:
        yield "story", line.text
        if line.staged:
            yield from (
                ("came of it", text) for text in (line.staged.says, line.staged.why, line.staged.word)
            )
    board = board_of(kind, view.state, view.seat)
    yield from (("board", text) for text in (board.unit, board.means, board.ahead))


def of_dice(*said: str) -> Iterator[tuple[str, str]]:
    yield from (("dice", text) for text in said)


def of_form(form: Form) -> Iterator[str]:
    """The words of a form and of all that it leads to."""
    match form:
        case Choice(options=options):
            for option in options:
                yield from (option.label, option.help, option.unavailable)
                if option.then is not None:
                    yield from of_form(option.then)
        case Fields(fields=fields):
            for field in fields:
                yield field.label
                yield from of_form(field.form)
        case _:
            some: tuple[Option, ...] = getattr(form, "options", ())
            yield from (each.label for each in some)


def listed(met: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Every text once, by kind, in the order in which they are met."""
    found: dict[str, dict[str, None]] = {kind: {} for kind in KINDS}
    for kind, text in met:
        if text.strip():
            found[kind][re.sub(r"\d+", "#", text.strip())] = None
    return {kind: [*every] for kind, every in found.items()}


def main() -> int:
    wanted = sys.argv[1:]
    for game in games():
        if wanted and not any(word in game.name for word in wanted):
            continue
        print(f"# {game.title}")
        for kind, every in listed(texts(game)).items():
            print(f"\n## {kind} ({len(every)})\n")
            print("\n".join(every))
        print()
    return 0


if __name__ == "__main__":
    sys.exit(main())
