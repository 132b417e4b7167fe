"""`agonist play`: a contest in the terminal."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from agonist.kernel import GM, AgonistError, DiceMode, Referee

from .terminal import shelf
from .terminal.choosing import Ready, bots_for, pick, pick_seats, seats_from
from .terminal.saves import Kept, keep, open_kept, secret_of
from .terminal.screen import Ended, Screen
from .terminal.session import STOPPED, Session, waited_for
from .terminal.setting_up import made


def play(
    *words: str,
    me: Annotated[list[str], Parameter(negative="")] = [],  # noqa: B006
    bot: Annotated[list[str], Parameter(negative="")] = [],  # noqa: B006
    dice: DiceMode | None = None,
    strict: Annotated[bool, Parameter(negative="")] = False,
    new: Annotated[bool, Parameter(negative="")] = False,
    setup: Path | None = None,
    knob: Annotated[list[str], Parameter(negative="")] = [],  # noqa: B006
    save: Path | None = None,
    load: Path | None = None,
    odds: bool | None = None,
    review: bool = True,
    lessons: bool = True,
    last: Annotated[bool, Parameter(negative="")] = False,
    seed: str = "",
) -> int:
    """Play a contest in the terminal, against bots or with friends at one keyboard.

    Without words it shows all contests to choose from. While playing, type ? for what can be typed. Through a pipe,
    answers are read one a line, an answer that is not legal ends with status 2, and the end of the input with 3.

    Parameters
    ----------
    words
        Which contest: a game, a kind of contest, a preset, or several of these.
    me
        A seat that is played here; several make it a hot seat, "all" is everybody, the game master too.
    bot
        Which bot plays the other seats, or SEAT=BOT for one of them.
    dice
        "tap" waits for your word before every roll, as it does at a terminal; "sealed" lets dice fall at once, as for
        scripts; "typed" asks for what real dice or cards showed, "either" lets you choose roll by roll.
    strict
        Ask everything, also what a good referee takes for granted unless somebody speaks up.
    new
        Set a contest up yourself, question by question; the words say of which game and kind.
    setup
        Play the set-up in this JSON or TOML file: one that was kept here, a contest's file, or "setup" and "options".
    knob
        A house rule of your table, NAME=VALUE; may be given several times. agonist knobs GAME lists them.
    save
        Keep the contest in this file too, with its secret seed beside it until it is over.
    load
        Go on with a contest that was kept in this file.
    odds
        Whether odds stand beside the answers; at a terminal they do, for scripts they do not.
    review
        Whether you are told at the end why it went so; at a terminal only.
    lessons
        Whether what happens for the first time is explained in a sentence, once; at a terminal only.
    last
        Go on with the last contest that was played in this terminal.
    seed
        Any words; the same words give the same dice again. For trying things out.

    Examples
    --------
    agonist play
    agonist play --last
    agonist play --load bridge.json
    agonist play questworlds extended --new
    agonist play --setup rivals.json
    """
    screen = Screen()
    try:
        other = bool(words or new or setup)
        if load or last or (not other and _goes_on(screen)):
            session = _continued(screen, load or shelf.last(over=False).file)
        else:
            way = dice or ("tap" if screen.alive else "sealed")
            ready = made(screen, words, setup) if new or setup else pick(screen, words)
            session = _started(screen, _turned(ready, knob), me, bot, way, save, seed, strict=strict)
    except Ended:
        return STOPPED
    session.odds = screen.alive if odds is None else odds
    session.looks_back = review
    session.lessons.on &= lessons
    return session.play()


def _turned(ready: Ready, knob: list[str]) -> Ready:
    """The contest with house rules."""
    if not knob:
        return ready
    from agonist.odds.simulation import with_knobs
    from agonist.tabletop import knob_values

    setup, options = ready.checked or (ready.preset.setup, ready.preset.options)
    checked = ready.kind.setup_from(setup, with_knobs(ready.game.name, options, knob_values(knob)))
    preset = msgspec.structs.replace(ready.preset, options=checked.options)
    return msgspec.structs.replace(ready, preset=preset, checked=checked)


def _goes_on(screen: Screen) -> bool:
    """Whether a person wants to go on with the contest that was left last."""
    if not screen.alive or not (kept := shelf.shelved()) or kept[0].over:
        return False
    question = f"Go on with the contest you left ({kept[0].label.title})? y/n [y]> "
    return screen.read_offered(question).casefold() in ("", "y", "yes")


def _started(
    screen: Screen,
    ready: Ready,
    me: list[str],
    bot: list[str],
    dice: DiceMode,
    save: Path | None,
    seed: str,
    *,
    strict: bool,
) -> Session:
    kind, preset = ready.kind, ready.preset
    seats = {GM: "Game master"} | kind.seats(preset.setup)
    wanted = [name for each in me for name in each.split(",")]
    here = seats_from(seats, wanted) if wanted else pick_seats(screen, seats, alone=preset.solo)
    names, policies = bots_for(kind, [seat for seat in seats if seat not in here], bot)
    others: DiceMode = "sealed" if dice == "sealed" else "tap"
    referee: Referee[Any] = Referee.start(
        ready.game,
        kind.name,
        ready.checked or preset.setup,
        preset.options,
        seed=_seed(seed),
        dice={} if dice == "sealed" else {seat: dice if seat in here else others for seat in seats},
        strict=strict,
        patient_with=waited_for,
    )
    assert referee.dice.seal is not None
    kept = Kept(referee.dice.seal.seed.hex(), here, names)
    about = f"{preset.title}. {preset.blurb}"
    people = ", ".join(seats[seat] for seat in here)
    label = shelf.Label(ready.game.title, preset.title, people, preset.blurb)
    place, problem = None, ""
    if screen.alive:
        try:
            place = shelf.fresh(label)
        except AgonistError as refused:  # that was nobody's wish, and no reason not to play
            problem = "" if save else f"This contest is not kept. {refused}"
    session = Session(screen, referee, kept, policies, save or place, shelved=place, label=label, about=about)
    session.notice = problem
    return session


def _continued(screen: Screen, file: Path) -> Session:
    referee, kept = open_kept(file)
    if referee.over:
        if secret_of(file).exists():
            keep(referee, kept, file)
        raise AgonistError(f"This contest is over: {referee.result.summary if referee.result else ''}")
    named = [f"{seat}={bot}" for seat, bot in kept.bots.items()]
    _, policies = bots_for(referee.kind, list(kept.bots), named)
    place = file if shelf.is_shelved(file) else None
    label = shelf.label_of(file) if place else None
    about = f"{label.title}. {label.about}" if label else ""
    return Session(screen, referee, kept, policies, file, shelved=place, label=label, about=about)


def _seed(words: str) -> bytes | None:
    """A seed from words: whoever knows them can work out every roll, so they are for trying things out."""
    return hashlib.sha256(words.encode()).digest() if words else None
