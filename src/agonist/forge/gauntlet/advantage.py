"""FG-46, FG-48, CF-6: gaining an advantage over an opponent, in the gauntlet or before it."""

from __future__ import annotations

from functools import partial
from typing import Annotated

from agonist.kernel import GM, Ask, Choice, Contest, Form, Option, Procedure
from agonist.tabletop import Deed, Detail, Picked, Told, Window, ask_of, options, picked

from ..harm.naming import ask_and_name
from ..harm.suffering import consequence
from ..people.character import Character
from ..people.sheet import SKILLS, Asset, Attribute, Trait, told_apart
from ..scene import knowers
from ..test.approach import attribute_choice, skill_option, still_allowed, way
from ..test.boons import Make, boon_or_bane, give
from ..test.challenge import Contested, Hardship, challenge, contested
from ..test.sources import SecretNamed
from ..test.steps import attempt_by
from ..trial import Side
from .attack import count_in_morale, defending, usual_defence
from .morale import move_morale, take_harm
from .teams import Discarded, Gauntlet, GauntletT, Team


class Advantage(Deed, frozen=True):
    """Another skill than the relevant one against an opponent."""

    key, label = "advantage", "Gain an advantage"
    opens = "Gain an advantage"
    target: Annotated[str, Detail("Over whom")]
    skill: Annotated[Picked, Detail("With what")]


def foes(state: Gauntlet, actor: Character) -> Choice:
    others = state.opponents_of(state.team_of(actor.name))
    return Choice(tuple(Option(foe.name, f"{foe.name} ({foe.team})") for foe in others))


def other_skills(state: Gauntlet, character: Character) -> Choice:
    """A skill other than the relevant one, and an attribute; the best trained by default."""
    others = [skill for skill in SKILLS if skill != state.skill]
    ways = tuple(skill_option(character, skill, attribute_choice(character, skill)) for skill in others)
    return Choice(ways, default=min(others, key=lambda skill: character.skills[skill].training))


def advantage(contest: Contest[GauntletT], name: str, plan: Advantage) -> Procedure[None]:
    """A failed defence brings the advantage and no harm."""
    state = contest.state
    state.acted.append(name)
    result = yield from seek_advantage(contest, name, plan)
    count_in_morale(contest, state.team_of(name), state.team_of(plan.target), result)
    if result.attacker_wins:
        yield from choose_advantage(contest, name, plan, result.margin)
    elif state.rules().attacker_suffers:
        yield from take_harm(contest, result.short, state.harm_of_failure())


class Tries(Told, frozen=True):
    rule, says = "FG-46", "{name} seeks an advantage over {target} with {skill:begun}."
    name: str
    target: str
    skill: str


def seek_advantage(contest: Contest[GauntletT], name: str, plan: Advantage) -> Procedure[Contested]:
    state, (skill, attribute) = contest.state, way(plan.skill)
    actor = attempt_by(state, name, skill, attribute, original=True)

    def windows(attack: Side, defence: Side) -> list[Window]:
        return defending(contest, attack, defence, allies=False)

    def declare(_: Side, __: Side) -> None:
        contest.report(Tries, name, plan.target, skill, under=state.rules().rule("FG-46"))

    defender, changed = usual_defence(state, actor, plan.target), partial(still_allowed, state)
    return (yield from contested(contest, [actor], [defender], "", windows, declare, changed))


def choose_advantage(contest: Contest[GauntletT], name: str, plan: Advantage, margin: int) -> Procedure[None]:
    """One of: a boon or bane rated at the margin; by attribute morale, an asset, or a secret."""
    state, (_, attribute) = contest.state, way(plan.skill)
    actor, target = state.who(name), state.who(plan.target)
    rule = state.rules().rule("FG-46")
    text = f"{{who}}, you have an advantage of {margin} over {target.name}. What do you make of it?"
    form = partial(_ways, state, actor, attribute, target, margin)
    chosen = picked((yield ask_of(actor, "advantage", form, rule, text, "{who} chooses an advantage.")))
    kind, _, thing = chosen.key.partition(":")
    match kind:
        case Make.key:
            give(contest, name, attribute, Make.made(chosen.more).stake(margin), passing=True)
        case "morale":
            more = margin if state.rules().advantage_by_margin else state.knobs.advantage_morale
            move_morale(contest, state.team_of(name), more, f"an advantage of {name}", rule)
        case "discard":
            _discard(contest, actor, target, thing)
        case "take":
            _take(contest, actor, int(thing))
        case _:
            _learn(contest, actor, target)


def _ways(state: Gauntlet, actor: Character, attribute: Attribute, target: Character, margin: int) -> Choice:
    team = state.team_of(actor.name)
    allies = [actor.name, *(member.name for member in state.able(team) if member is not actor)]
    make, its_name = boon_or_bane(state, allies, [target.name])
    ways = [Make.offered(help=f"rated {margin}", make=make, name=its_name)]
    if attribute == "vigor" and state.keeps_morale():
        more = margin if state.rules().advantage_by_margin else 1
        change = f"morale {team.morale} becomes {team.morale + more}"
        ways.append(Option("morale", f"+{more} team morale", help=change))
    if attribute == "intuition":
        ways += [
            Option(f"discard:{label}", f"Discard {label} of {target.name} (quality {asset.quality})")
            for label, asset in _within_reach(state, target, margin).items()
        ]
        ways += [
            Option(f"take:{n}", f"Take {lost.asset.name} (quality {lost.asset.quality})")
            for n, lost in enumerate(state.discarded)
            if not state.rules().advantage_by_margin or lost.asset.quality <= margin
        ]
    if attribute == "reason" and _secret(actor, target) is not None:
        ways.append(Option("learn", f"Learn a secret of {target.name}"))
    return Choice(tuple(ways))


def _within_reach(state: Gauntlet, target: Character, margin: int) -> dict[str, Asset]:
    """FG-46: the lowest-rated relevant asset; CF-6: any rated at most the margin."""
    usable = {label: asset for label, asset in told_apart(target.assets).items() if asset.quality}
    if state.rules().advantage_by_margin:
        return {label: asset for label, asset in usable.items() if asset.quality <= margin}
    relevant = {label: asset for label, asset in usable.items() if asset.skill == state.skill}
    lowest = min((asset.quality for asset in relevant.values()), default=0)
    return {label: asset for label, asset in relevant.items() if asset.quality == lowest}


class Discards(Told, frozen=True):
    rule, says = "FG-46", "{name} gets rid of {owner}’s {asset}."
    name: str
    owner: str
    asset: str


def _discard(contest: Contest[GauntletT], actor: Character, target: Character, label: str) -> None:
    asset = told_apart(target.assets)[label]
    target.assets = [each for each in target.assets if each is not asset]
    owner, asset.lent_by = asset.lent_by or target.name, ""
    contest.state.discarded.append(Discarded(owner, asset))
    contest.report(Discards, actor.name, target.name, asset.name, under=contest.state.rules().rule("FG-46"))


class Takes(Told, frozen=True):
    rule, says = "FG-46", "{name} takes {owner}’s {asset} for the time being."
    name: str
    owner: str
    asset: str


def _take(contest: Contest[GauntletT], actor: Character, number: int) -> None:
    lost = contest.state.discarded[number]
    contest.state.discarded = [each for each in contest.state.discarded if each is not lost]
    lost.asset.lent_by = lost.owner if lost.owner != actor.name else ""
    actor.assets.append(lost.asset)
    contest.report(Takes, actor.name, lost.owner, lost.asset.name, under=contest.state.rules().rule("FG-46"))


def _secret(actor: Character, target: Character) -> Trait | None:
    """The lowest-rated secret trait of the opponent that the actor does not know."""
    unknown = [trait for trait in target.secrets if not actor.knows_of(target, trait)]
    return min(unknown, key=lambda trait: trait.rating, default=None)


class Learned(Told, frozen=True):
    rule, says = "FG-46", "{name} learns a secret of {owner}, and tells the team."
    name: str
    owner: str


def _learn(contest: Contest[GauntletT], actor: Character, target: Character) -> None:
    """FG-46: who learns a secret knows it for good, and so does the team."""
    trait = _secret(actor, target)
    if trait is None:
        return
    state = contest.state
    for name in state.team_of(actor.name).members:
        member = state.who(name)
        if not member.knows_of(target, trait):
            member.learn(target, trait.name)
    contest.report(Learned, actor.name, target.name)
    contest.report(SecretNamed, target.name, trait.name, audience=knowers(state, target, trait))


class PreludeTest(Told, frozen=True):
    rule, says = "FG-48", "In the prelude {name} seeks an advantage for {team}."
    team: str
    name: str


def prelude_of(contest: Contest[GauntletT], team: Team) -> Procedure[None]:
    """One member seeks an advantage, in a contest or against the environment, with the consequences of any test."""
    state = contest.state
    name = yield from _who(state, team)
    actor = state.who(name)
    contest.report(PreludeTest, team.name, name)
    text, waiting = "{who}, how do you seek an advantage before it begins?", "{who} seeks an advantage."

    def form() -> Form:
        return Advantage.form(target=foes(state, actor), skill=other_skills(state, actor))

    seeks = ask_of(actor, "prelude", form, "FG-48", text, waiting)
    rules = _against(state, team)
    against, answer = "contest", None
    while answer is None:
        answer, *said = yield from ask_and_name(contest, (seeks, *rules))
        against, rules = (said or [against])[0], []
    plan = Advantage.made(answer)
    if against != "contest":
        yield from _as_challenge(contest, name, against, plan)
        return
    result = yield from seek_advantage(contest, name, plan)
    if result.attacker_wins:
        yield from choose_advantage(contest, name, plan, result.margin)
    else:
        yield from take_harm(contest, result.short, state.harm_of_failure())


def _who(state: Gauntlet, team: Team) -> Procedure[str]:
    members = state.able(team)
    if len(members) == 1:
        return members[0].name
    ways = Choice(options(member.name for member in members), default=team.captain)
    text, waiting = f"{{who}}, who of {team.name} seeks an advantage?", "{who} picks somebody."
    name: str = yield ask_of(state.who(team.captain), "who seeks it", ways, "FG-48", text, waiting)
    return name


def _against(state: Gauntlet, team: Team) -> list[Ask]:
    """A contest, or if the game master says so a challenge against an environmental trait."""
    if not state.environment:
        return []
    ways = (
        Option("contest", "A contest with an opponent"),
        *(Option(f"trait:{t.name}", f"A challenge against {t.name} {t.rating}") for t in state.environment),
    )
    text = f"{team.name} seeks an advantage. Against whom or what?"
    waiting = "The game master may settle the prelude."
    what = "contest or challenge"
    return [Ask(GM, what, Choice(ways), "FG-48", text, waiting, assume="contest", interrupts=True)]


def _as_challenge(contest: Contest[GauntletT], name: str, against: str, plan: Advantage) -> Procedure[None]:
    state = contest.state
    trait = {f"trait:{t.name}": t for t in state.environment}[against]
    hardship = Hardship({trait.name: trait.rating}, [f"environment:{trait.name}"], "FG-48")
    group = [attempt_by(state, name, *way(plan.skill))]
    result = yield from challenge(contest, group, "An advantage", hardship)
    won, margin = result.success, max(1, result.margin) if result.success else 1
    if not won:
        won = (yield from consequence(contest, result.short, take_harm, state.track)) == "cost"
    if won and not state.who(name).out:
        yield from choose_advantage(contest, name, plan, margin)
