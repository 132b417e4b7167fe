"""DK-33, DK-35: a fight, round by round, until the foes or the characters are out of it."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from agonist.kernel import GM, Contest, Outcome, Procedure
from agonist.tabletop import Told, at_once, check_names, listed, refuse

from ..damage.phases import suffer
from ..damage.stamina import collapse_if_spent
from ..deck.moment import left_to_tell, tell
from ..fight.acts import act
from ..fight.foe_turn import foe_acts, plan_foes
from ..fight.foes import Fight, check_foe, foe_made, subdue
from ..people.characters import made
from ..players import FIGHT_ORDERS, USUAL_IN_COMPANY, outlook
from .common import (
    FightOptions,
    FightOver,
    FightSetup,
    SceneType,
    aftermath,
)


class RoundBegan(Told, frozen=True):
    rule, says = "DK-33", "Round {round} begins."
    round: int


MOST_FOES = 20


class FightType(SceneType[Fight]):
    """Characters against foes."""

    name, title = "fight", "A fight"
    blurb = "Characters against foes, round by round, as long as the cards hold out."
    state_type, setup_type, options_type, orders = Fight, FightSetup, FightOptions, FIGHT_ORDERS

    def check(self, setup: FightSetup, options: object) -> None:
        super().check(setup, options)
        if not 1 <= len(setup.foes) <= MOST_FOES:
            refuse(f"There are {len(setup.foes)} foes.", f"1 to {MOST_FOES}", "foes")
        check_names([each.name for each in setup.characters] + [foe.name for foe in setup.foes], "foes")
        for n, foe in enumerate(setup.foes):
            check_foe(foe, f"foes[{n}]")
        if not any(made(each).up for each in setup.characters):
            refuse("Nobody can fight.", "a character who is up", "characters")

    def begin(self, setup: FightSetup, options: FightOptions) -> Fight:
        """DK-33: foes who strike first have their turn before the first round."""
        ambush = [foe.name for foe in setup.foes] if options.first == "foes" else []
        foes = [foe_made(each) for each in setup.foes]
        for foe in foes:
            foe.stamina = max(1, foe.stamina * options.house.foe_stamina_percent // 100)
        return Fight(**self.scene(setup, options), foes=foes, place=setup.scene, due=ambush)

    def played_by(self, state: Fight, seat: str) -> tuple[str, ...]:
        """The game master plays the foes."""
        return tuple(foe.name for foe in state.foes) if seat == GM else super().played_by(state, seat)

    def usual_orders(self, state: Fight) -> Mapping[str, str]:
        return USUAL_IN_COMPANY if len(state.characters) > 1 else {}

    def turn(self, contest: Contest[Fight]) -> Procedure[None]:
        return next_step(contest)

    def settling(self, state: Fight) -> bool:
        return bool(state.hits)

    def outcome(self, state: Fight) -> Outcome | None:
        """DK-35: won when all foes are subdued or pacified, lost when all characters are incapacitated or gone."""
        if state.hits or state.leaving or state.tellings or not state.fought_out:
            return None
        won = not state.standing_foes
        names = [each.name for each in (state.characters if won else state.standing_foes)]
        lost = f"The fight is lost: {listed(names)} {'holds' if len(names) == 1 else 'hold'} the field."
        ended = aftermath(state, "DK-35", "The fight is won." if won else lost)
        foes = {foe.name: foe.standing for foe in state.foes}
        return FightOver(**ended, winners=tuple(names), won=won, rounds=state.round, foes=foes)

    def imagine(self, state: Fight, seat: str, random: Random) -> None:
        """What the game master means the foes to do is for the game master alone, and is planned anew."""
        if seat != GM:
            state.plan = {}

    def outlook(self, state: Fight, seat: str) -> float | None:
        chance = outlook(state)
        return 1 - chance if seat == GM else chance

    def facing(self, seen: Mapping[str, Any], acting: str) -> tuple[str, ...]:
        """Who strikes, or is struck: by the hit that comes in, the foe whose turn it is, or the one aimed at."""
        for hit in seen["hits"]:
            if acting in (hit["victim"], hit["source"]):
                return (hit["source"] if acting == hit["victim"] else hit["victim"],)
        aimed = seen["target"] if acting not in seen["order"] else ""
        return (aimed,) if aimed else tuple(seen["due"][:1])


def next_step(contest: Contest[Fight]) -> Procedure[None]:
    """The next step of a hit that is coming in; else the next act of a character; else of a foe.

    Where nobody could come between, all hits at once, or all up to the next act of a character.
    """
    state, on = contest.state, at_once(contest, True, False)
    while True:
        if state.hits:
            while state.hits:
                yield from suffer(contest)
                if not on:
                    break
            return
        if state.leaving:
            _get_away(state)
        if not on:
            _settle(contest)
        if state.fought_out:
            if state.tellings:
                tell(contest, (yield tuple(left_to_tell(contest, "incapacitation"))))
            return
        _go_round(contest)
        if state.order:
            _new_turn(state)
            yield from act(contest)
            return
        yield from _foes_turn(contest)
        if not on:
            return


def _foes_turn(contest: Contest[Fight]) -> Procedure[None]:
    """DK-33: the game master says what several foes do; then one after the other does it."""
    state = contest.state
    if len(state.due) > 1 and not state.plan:
        yield from plan_foes(contest)
        return
    _new_turn(state)
    yield from foe_acts(contest, state.foe(state.due[0]))
    state.due.pop(0)


def _go_round(contest: Contest[Fight]) -> None:
    """DK-33: when no character has still to act it is the foes' turn; when no foe has either, a round begins."""
    state = contest.state
    if state.order and (out := [each.name for each in state.characters if each.standing != "up"]):
        state.order = [name for name in state.order if name not in out]
    if not state.order and state.phase == "characters":
        state.phase, state.due = "foes", [foe.name for foe in state.standing_foes]
    if state.due:
        due = state.due
        state.due = [
            foe.name for foe in state.foes if foe.name in due and foe.standing == "up" and not foe.dealt_with
        ]
    if not state.order and not state.due:
        begin_round(contest)


def begin_round(contest: Contest[Fight]) -> None:
    """DK-33: every character who is up acts once, then every foe that has not answered may attack."""
    state = contest.state
    state.round += 1
    state.phase = "characters"
    state.order = [each.name for each in state.standing_characters]
    state.helped, state.due, state.plan, state.aimed = [], [], {}, []
    for foe in state.foes:
        foe.dealt_with = False
    contest.report(RoundBegan, state.round)


def _new_turn(state: Fight) -> None:
    """DK-21: a shield may be raised once in every turn."""
    for character in state.characters:
        if character.shield_raised:
            character.shield_raised = False


def _get_away(state: Fight) -> None:
    for name in state.leaving:
        if state.character(name).up:
            state.character(name).standing = "gone"
    state.leaving = []


def _settle(contest: Contest[Fight]) -> None:
    """What a correction by the game master may have brought about: nobody fights on without Stamina."""
    for foe in contest.state.foes:
        if not foe.stamina and foe.up:
            subdue(contest, foe)
    for character in contest.state.characters:
        collapse_if_spent(contest, character)
