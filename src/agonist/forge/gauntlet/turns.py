"""FG-40 to FG-44, CF-1: the course of a gauntlet: whose turn it is, who acts and how, and how it ends."""

from __future__ import annotations

from msgspec import structs

from agonist.kernel import GM, Ask, Choice, Contest, Event, Field, Fields, Option, Procedure, Several
from agonist.tabletop import listed

from ..people.character import Character
from ..people.naming import ask_and_name, name_the_rest
from ..test.approach import attribute_choice
from .advantage import advantage
from .attack import attack
from .ending import settle
from .keeping_morale import has_broken_morale, keep_morale, other_skills
from .morale import surrender
from .prelude import prelude_of
from .stalemate import situation, stalemate, stands_still, tested
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
        verb = "wants" if len(self.teams) == 1 else "want"
        goes = (
            "goes on all the same"
            if self.goes_on_as == "destruction"
            else f"is contention to {self.goes_on_as}"
        )
        return f"{listed(self.teams)} {verb} something else than to destroy: destruction does not fit. It {goes}."


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
    state.kind = yield Ask(
        GM, "type of gauntlet", Choice(options=ways), "FG-40", text, "The game master settles the type."
    )
    contest.report(DoesNotFit, others, state.kind)


class OrderSet(Event, frozen=True):
    rule = "CF-1"
    by: str
    order: tuple[str, ...]

    def text(self) -> str:
        return f"{self.by} started it and sets the order: {', then '.join(self.order)}."


def _fix_order(contest: Contest[Gauntlet]) -> Procedure[None]:
    """CF-1: whoever started it fixes the order of turns."""
    state = contest.state
    starter = state.who(state.started_by)
    own = starter.team
    teams = sorted((team.name for team in state.teams), key=lambda name: name != own)
    form = Several(
        options=tuple(Option(name, name) for name in teams),
        least=len(teams),
        ordered=True,
        default=tuple(teams),
    )
    text = f"{starter.name}, you started it. In which order do the teams take their turns?"
    state.order = yield Ask(
        starter.seat, "turn order", form, "CF-1", text, f"{starter.name} sets the order.", starter.name
    )
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


class TurnBegins(Event, frozen=True):
    rule = "FG-43"
    team: str
    round: int

    def text(self) -> str:
        return f"Round {self.round}: it is the turn of {self.team}."


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
    if not contest.bare:
        contest.report(TurnBegins, name, state.round, under=state.rules().rule("FG-43"))


class Passed(Event, frozen=True):
    rule = "FG-44"
    name: str

    def text(self) -> str:
        return f"{self.name} passes."


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
    others = [(who, answer) for who, answer in zip(ready[1:], answers[1:], strict=True) if answer != WAIT]
    actor, answer = others[0] if others else (ready[0], answers[0])
    if isinstance(answer, str):
        state.acted.append(actor.name)
        if answer == "surrender":
            state.passing = False
            yield from surrender(contest, actor.name)
        else:
            contest.report(Passed, actor.name)
        return
    state.passing = False
    plan, before, fresh = answer["with"], situation(state), len(state.fresh)
    if answer["pick"] == "attack":
        yield from attack(contest, actor.name, plan["attribute"], plan["target"], plan.get("with", []))
    else:
        skill = plan["skill"]
        yield from advantage(contest, actor.name, skill["pick"], skill["with"], plan["target"])
    tested(state, before, fresh)


def _ready(state: Gauntlet) -> list[Character]:
    """Those of the team whose turn it is who have still to act, the captain last."""
    team = state.team(state.active)
    ready = [] if team.lost else [m for m in state.able(team) if m.name not in state.acted]
    if len(ready) > 1:
        ready.sort(key=lambda member: member.name == team.captain)
    return ready


WAIT = "wait"


def _asked(state: Gauntlet, actor: Character, *, waits: bool) -> Ask:
    """What somebody does; one is waited for, the others may act before: whoever is first to, acts."""

    def form() -> Choice:
        ways = action_form(state, actor)
        waiting = (Option(WAIT, "Wait"),) if waits else ()
        return Choice(options=(*ways.options, *waiting), default=WAIT if waits else "")

    text = f"{actor.name}, what do you do?"
    waiting = f"{actor.name} acts."
    ask = Ask(actor.seat, "act", form, "FG-44", text, waiting, actor.name, interrupts=True)
    return structs.replace(ask, assume=WAIT) if waits else ask


def action_form(state: Gauntlet, actor: Character) -> Choice:
    """FG-44: attack, gain an advantage, surrender, or pass."""
    team = state.team_of(actor.name)
    foes = Choice(
        options=tuple(Option(foe.name, f"{foe.name} ({foe.team})") for foe in state.opponents_of(team))
    )
    mates = tuple(
        Option(m.name, m.name) for m in state.able(team) if m is not actor and m.name not in state.acted
    )
    company = (Field("with", "Together with", Several(options=mates)),) if mates else ()
    attacking = Fields(
        fields=(
            Field("target", "Whom", foes),
            Field("attribute", "With what", attribute_choice(actor, state.skill)),
            *company,
        )
    )
    seeking = Fields(
        fields=(Field("target", "Over whom", foes), Field("skill", "With what", other_skills(state, actor)))
    )
    fate = "you perish" if state.kind == "destruction" else "you are out and safe"
    return Choice(
        options=(
            Option("attack", f"Attack with {state.skill.capitalize()}", rule="FG-45", then=attacking),
            Option("advantage", "Gain an advantage", rule=state.rules().rule("FG-46"), then=seeking),
            Option("surrender", "Surrender", help=fate, rule="FG-47"),
            Option("pass", "Pass"),
        )
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
    seat = GM if team.lost else state.who(team.captain).seat
    ways = Choice(options=tuple(Option(name, name) for name in due))
    text = f"{team.captain}, which team goes next?"
    name: str = yield Ask(
        seat, "next team", ways, "FG-43", text, f"{team.name} names the next team.", team.captain
    )
    return name
