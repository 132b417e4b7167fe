"""FG-40 to FG-44, CF-1: the course of a gauntlet: whose turn it is, who acts and how, and how it ends."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET

from agonist.kernel import GM, Ask, Choice, Contest, Event, Option, Procedure, Several
from agonist.tabletop import Deed, Told, ask_of, deeds, done, listed, options, verb

from ..harm.naming import ask_and_name, name_the_rest
from ..people.character import Character
from ..test.approach import attribute_choice
from .advantage import Advantage, advantage, foes, other_skills, prelude_of
from .attack import Attack, attack
from .ending import has_broken_morale, keep_morale, settle, situation, stalemate, stands_still, tested
from .morale import surrender
from .teams import Gauntlet


def play_gauntlet(contest: Contest[Gauntlet]) -> Procedure[None]:
    """One step of a gauntlet: a prelude test, a member's action, a captain's test, or the choice of the next team."""
    state = contest.state
    match state.phase:
        case "open":
            yield from open_gauntlet(contest)
        case "prelude":
            yield from _prelude(contest)
        case "act":
            yield from _act(contest)
        case "keep":
            yield from _keep(contest)
        case _:
            yield from _next_team(contest)
    yield from settle(contest)
    if not state.over and stands_still(state):
        yield from stalemate(contest)
    if state.over:
        yield from name_the_rest(contest)


def open_gauntlet(contest: Contest[Gauntlet]) -> Procedure[None]:
    """FG-40, CF-1, FG-43: whether destruction fits, the order, and the prelude or the first turn."""
    state = contest.state
    yield from _does_destruction_fit(contest)
    first = state.team_of(state.started_by).name
    if state.rules().fixed_order:
        yield from _fix_order(contest)
        first = state.order[0]
    else:
        others = [team.name for team in state.teams if team.name != first]
        state.order = [first, *others]
    if state.prelude:
        state.phase = "prelude"
    else:
        _begin_turn(contest, first)


class DoesNotFit(Event, frozen=True):
    rule = "FG-40"
    teams: tuple[str, ...]
    goes_on_as: str

    def text(self) -> str:
        other = f"is contention to {self.goes_on_as}"
        goes = "goes on all the same" if self.goes_on_as == "destruction" else other
        wants = f"{listed(self.teams)} {verb('want', len(self.teams) > 1)} something else than to destroy"
        return f"{wants}: destruction does not fit. It {goes}."


def _does_destruction_fit(contest: Contest[Gauntlet]) -> Procedure[None]:
    """FG-40: if a side wants anything but to destroy, the game master is told."""
    state = contest.state
    others = tuple(team.name for team in state.teams if team.aim != "destroy")
    if state.kind != "destruction" or not others:
        return
    ways = (
        Option("destruction", "Play destruction all the same"),
        Option("mediate", "Contention to mediate"),
        Option("subjugate", "Contention to subjugate"),
    )
    text = f"Destruction does not fit: {', '.join(others)} would not destroy. What is it?"
    waiting = "The game master settles the type."
    state.kind = yield Ask(GM, "type of gauntlet", Choice(ways), "FG-40", text, waiting)
    contest.report(DoesNotFit, others, state.kind)


class OrderSet(Told, frozen=True):
    rule, says, ways = "CF-1", "{by} started it and sets the order: {order:then}.", {"then": ", then ".join}
    by: str
    order: tuple[str, ...]


def _fix_order(contest: Contest[Gauntlet]) -> Procedure[None]:
    """CF-1: whoever started it fixes the order of turns."""
    state = contest.state
    starter = state.who(state.started_by)
    teams = sorted((team.name for team in state.teams), key=lambda name: name != starter.team)
    form = Several(options(teams), least=len(teams), ordered=True, default=tuple(teams))
    text = "{who}, you started it. In which order do the teams take their turns?"
    state.order = yield ask_of(starter, "turn order", form, "CF-1", text, "{who} sets the order.")
    contest.report(OrderSet, starter.name, tuple(state.order))


def _prelude(contest: Contest[Gauntlet]) -> Procedure[None]:
    """FG-48: the next team's test; when all have had theirs, the first turn."""
    state = contest.state
    playing = [name for name in state.order if not state.team(name).lost]
    due = [name for name in playing if name not in state.teams_acted]
    if due:
        state.teams_acted.append(due[0])
        yield from prelude_of(contest, state.team(due[0]))
    else:
        state.teams_acted = []
        _begin_turn(contest, playing[0])


class TurnBegins(Told, frozen=True):
    rule, says = "FG-43", "Round {round}: it is the turn of {team}."
    team: str
    round: int


def _begin_turn(contest: Contest[Gauntlet], name: str) -> None:
    """FG-43: a team's turn; a new round when every team has acted."""
    state = contest.state
    if not state.teams_acted:
        state.idle = state.passing and state.round > 0
        state.round += 1
        state.passing = True
    state.active, state.phase = name, "act"
    state.teams_acted.append(name)
    state.acted, state.targeted = [], []
    contest.report(TurnBegins, name, state.round, under=state.rules().rule("FG-43"))


class Passed(Told, frozen=True):
    rule, says = "FG-44", "{name} passes."
    name: str


def _act(contest: Contest[Gauntlet]) -> Procedure[None]:
    """FG-43, FG-44: one member acts, whoever is first to; when all have, the turn ends and the next team's begins."""
    state = contest.state
    ready = _ready(state)
    if not ready:
        yield from _keep(contest)
        ready = _ready(state) if state.phase == "act" and not stands_still(state) else []
    if not ready:
        return
    if len(ready) > 1 and contest.closed("act"):
        ready = ready[:1]
    asks = tuple([_asked(state, member, waits=n > 0) for n, member in enumerate(ready)])
    answers = yield from ask_and_name(contest, asks)
    others = [each for each in zip(ready[1:], answers[1:], strict=True) if each[1] != Wait.key]
    actor, answer = (*others, (ready[0], answers[0]))[0]
    name, deed = actor.name, done(answer, Attack, Advantage, Surrender, Pass)
    state.passing = state.passing and isinstance(deed, Pass)
    if isinstance(deed, Attack | Advantage):
        before = situation(state)
        yield from attack(contest, name, deed) if isinstance(deed, Attack) else advantage(contest, name, deed)
        tested(state, before)
        return
    state.acted.append(name)
    if isinstance(deed, Surrender):
        yield from surrender(contest, name)
    else:
        contest.report(Passed, name)


def _ready(state: Gauntlet) -> list[Character]:
    """Those of the team whose turn it is who have still to act, the captain last."""
    team = state.team(state.active)
    ready = [] if team.lost else [m for m in state.able(team) if m.name not in state.acted]
    if len(ready) > 1:
        ready.sort(key=lambda member: member.name == team.captain)
    return ready


class Surrender(Deed, frozen=True):
    key, label, rule = "surrender", "Surrender", "FG-47"


class Pass(Deed, frozen=True):
    key, label = "pass", "Pass"
    opens = "Pass"


class Wait(Deed, frozen=True):
    key, label = "wait", "Wait"
    opens = "Wait"


def _asked(state: Gauntlet, actor: Character, *, waits: bool) -> Ask:
    """What somebody does; one is waited for, the others may act before: whoever is first to, acts."""
    text, waiting = "{who}, what do you do?", "{who} acts."
    assume = Wait.key if waits else UNSET
    form = partial(action_form, state, actor, waits=waits)
    return ask_of(actor, "act", form, "FG-44", text, waiting, interrupts=True, assume=assume)


def action_form(state: Gauntlet, actor: Character, *, waits: bool = False) -> Choice:
    """FG-44: attack, gain an advantage, surrender, or pass."""
    mates = [m.name for m in state.able(state.team_of(actor.name)) if m is not actor]
    free = options(name for name in mates if name not in state.acted)
    company, targets = Several(free) if free else None, foes(state, actor)
    attribute = attribute_choice(actor, state.skill)
    label, rule = f"Attack with {state.skill.capitalize()}", state.rules().rule("FG-46")
    return deeds(
        [
            Attack.offered(label=label, target=targets, attribute=attribute, company=company),
            Advantage.offered(rule=rule, target=targets, skill=other_skills(state, actor)),
            Surrender.offered(help="you perish" if state.kind == "destruction" else "you are out and safe"),
            Pass.offered(),
            Wait.offered() if waits else None,
        ],
        usual=Wait.key if waits else "",
    )


def _keep(contest: Contest[Gauntlet]) -> Procedure[None]:
    """FG-52: the end of a team's turn; another's follows, at once where there is no morale to keep."""
    state = contest.state
    team = state.team(state.active)
    state.phase = "next"
    if has_broken_morale(state, team):
        yield from keep_morale(contest, team)
    else:
        yield from _next_team(contest)


def _next_team(contest: Contest[Gauntlet]) -> Procedure[None]:
    """FG-43: the captain names the next team; CF-1: the order is fixed."""
    state = contest.state
    if state.rules().fixed_order:
        at = state.order.index(state.active)
        playing = [name for name in state.order if not state.team(name).lost]
        later = [name for name in playing if state.order.index(name) > at]
        if not later:
            state.teams_acted = []
        _begin_turn(contest, (later or playing)[0])
        return
    playing = [team.name for team in state.in_play()]
    due = [name for name in playing if name not in state.teams_acted]
    if not due:
        state.teams_acted = []
        due = [name for name in playing if name != state.active]
    _begin_turn(contest, due[0] if len(due) == 1 else (yield from _named_next(state, due)))


def _named_next(state: Gauntlet, due: list[str]) -> Procedure[str]:
    """The captain of the team that has acted names the next, or the game master if that team is out."""
    team = state.team(state.active)
    text, waiting = "{who}, which team goes next?", f"{team.name} names the next team."
    by = GM if team.lost else ""
    captain = state.who(team.captain)
    name: str = yield ask_of(captain, "next team", Choice(options(due)), "FG-43", text, waiting, by=by)
    return name
