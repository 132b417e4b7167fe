"""FG-42, FG-54: harm inside a gauntlet, and what comes after the Door of Death."""

from __future__ import annotations

from agonist.kernel import Ask, Choice, Contest, Option, Procedure

from ..people.harm import Harm, suffer
from .morale import GauntletT, enter_last_stand, leave, surrender


def take_harm(contest: Contest[GauntletT], short: dict[str, int], harm: Harm) -> Procedure[None]:
    """FG-24: each takes their harm, the main actor first, even if the team has lost by then.

    Who goes through the Door of Death chooses at once whether to go on.
    """
    for name, rating in short.items():
        character = contest.state.who(name)
        if character.out not in ("", "lost"):
            continue
        fate = yield from suffer(contest, name, harm, rating)
        if character.out:
            continue
        if fate == "ended" and character.fate:
            yield from leave(contest, character, character.fate)
        elif fate == "door" and contest.state.phase != "prelude":
            yield from _after_the_door(contest, name)


def _after_the_door(contest: Contest[GauntletT], name: str) -> Procedure[None]:
    """FG-54, CF-10: surrender at once, or enter the last stand; who is in it never comes back from the door."""
    character = contest.state.who(name)
    rule = contest.state.rules().rule("FG-54")
    deadly = contest.state.kind == "destruction"
    ways = (
        Option("surrender", "Surrender", help="you perish" if deadly else "you are out and safe"),
        Option("stand", "Enter the last stand", help="you perish if it fails, and gain an epiphany if not"),
    )
    form = Choice(options=ways, default="stand" if deadly else "surrender")
    text = f"{name}, you came back from the Door of Death. Do you go on?"
    waiting = f"{name} decides whether to go on."
    answer = yield Ask(character.seat, "after the Door of Death", form, rule, text, waiting, name)
    if answer == "stand":
        enter_last_stand(contest, character, rule)
    else:
        yield from surrender(contest, name)
