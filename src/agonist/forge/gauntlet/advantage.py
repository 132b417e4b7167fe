"""FG-46, CF-6: gaining an advantage over an opponent."""

from __future__ import annotations

from agonist.kernel import Ask, Choice, Contest, Event, Option, Procedure

from ..people.character import Character
from ..people.sheet import Asset, Attribute, SkillName, Trait
from ..people.things import told_apart
from ..scene import knowers
from ..test.attempt import Side
from ..test.boons import choice_of_boon_or_bane, give, made
from ..test.contested import Contested, contested
from ..test.moment import Word
from ..test.offers import SecretNamed
from ..test.steps import attempt_by
from .attack import count_in_morale
from .defence import defending, usual_defence
from .morale import GauntletT, move_morale
from .teams import Discarded, Gauntlet
from .wounds import take_harm


def advantage(
    contest: Contest[GauntletT], name: str, skill: SkillName, attribute: Attribute, target: str
) -> Procedure[None]:
    """Another skill than the relevant one against an opponent; a failed defence brings the advantage and no harm."""
    state = contest.state
    state.acted.append(name)
    result = yield from seek_advantage(contest, name, skill, attribute, target)
    count_in_morale(contest, state.team_of(name), state.team_of(target), result)
    if result.attacker_wins:
        yield from choose_advantage(contest, name, attribute, target, result.margin)
    elif state.rules().attacker_suffers:
        yield from take_harm(contest, result.short, state.harm_of_failure())


class Tries(Event, frozen=True):
    rule = "FG-46"
    name: str
    target: str
    skill: str

    def text(self) -> str:
        return f"{self.name} seeks an advantage over {self.target} with {self.skill.capitalize()}."


def seek_advantage(
    contest: Contest[GauntletT], name: str, skill: SkillName, attribute: Attribute, target: str
) -> Procedure[Contested]:
    """The contest for an advantage."""
    state = contest.state
    actor = attempt_by(state, name, skill, attribute, original=True)

    def words(attack: Side, defence: Side) -> list[Word]:
        return defending(contest, attack, defence, allies=False)

    def declare(_: Side, __: Side) -> None:
        contest.report(Tries, name, target, skill, under=state.rules().rule("FG-46"))

    defender = usual_defence(state, actor, target)
    return (yield from contested(contest, [actor], [defender], "", words, declare))


def choose_advantage(
    contest: Contest[GauntletT], name: str, attribute: Attribute, target: str, margin: int
) -> Procedure[None]:
    """One of: a boon or bane rated at the margin; by attribute morale, an asset, or a secret."""
    state = contest.state
    actor = state.who(name)

    def form() -> Choice:
        return Choice(options=tuple(_ways(state, actor, attribute, state.who(target), margin)))

    text = f"{name}, you have an advantage of {margin} over {target}. What do you make of it?"
    rule = state.rules().rule("FG-46")
    answer = yield Ask(actor.seat, "advantage", form, rule, text, f"{name} chooses an advantage.", name)
    if isinstance(answer, dict):
        give(contest, name, attribute, made(answer["with"], margin), passing=True)
        return
    kind, _, thing = answer.partition(":")
    match kind:
        case "morale":
            more = margin if state.rules().advantage_by_margin else 1
            move_morale(contest, state.team_of(name), more, f"an advantage of {name}", rule)
        case "discard":
            _discard(contest, actor, state.who(target), thing)
        case "take":
            _take(contest, actor, int(thing))
        case _:
            _learn(contest, actor, state.who(target))


def _ways(
    state: Gauntlet, actor: Character, attribute: Attribute, target: Character, margin: int
) -> list[Option]:
    team = state.team_of(actor.name)
    allies = [actor.name, *(member.name for member in state.able(team) if member is not actor)]
    then = choice_of_boon_or_bane(state, allies, [target.name])
    ways = [Option("make", "A boon or bane", help=f"rated {margin}", rule="FG-3", then=then)]
    if attribute == "vigor" and state.keeps_morale():
        more = margin if state.rules().advantage_by_margin else 1
        ways.append(
            Option(
                "morale", f"+{more} team morale", help=f"morale {team.morale} becomes {team.morale + more}"
            )
        )
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
    return ways


def _within_reach(state: Gauntlet, target: Character, margin: int) -> dict[str, Asset]:
    """FG-46: the lowest-rated relevant asset; CF-6: any rated at most the margin."""
    usable = {label: asset for label, asset in told_apart(target.assets).items() if asset.quality}
    if state.rules().advantage_by_margin:
        return {label: asset for label, asset in usable.items() if asset.quality <= margin}
    relevant = {label: asset for label, asset in usable.items() if asset.skill == state.skill}
    lowest = min((asset.quality for asset in relevant.values()), default=0)
    return {label: asset for label, asset in relevant.items() if asset.quality == lowest}


class Discards(Event, frozen=True):
    rule = "FG-46"
    name: str
    owner: str
    asset: str

    def text(self) -> str:
        return f"{self.name} gets rid of {self.owner}’s {self.asset}."


def _discard(contest: Contest[GauntletT], actor: Character, target: Character, label: str) -> None:
    asset = told_apart(target.assets)[label]
    target.assets = [each for each in target.assets if each is not asset]
    owner, asset.lent_by = asset.lent_by or target.name, ""
    contest.state.discarded.append(Discarded(owner, asset))
    contest.report(Discards, actor.name, target.name, asset.name, under=contest.state.rules().rule("FG-46"))


class Takes(Event, frozen=True):
    rule = "FG-46"
    name: str
    owner: str
    asset: str

    def text(self) -> str:
        return f"{self.name} takes {self.owner}’s {self.asset} for the time being."


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


class Learned(Event, frozen=True):
    rule = "FG-46"
    name: str
    owner: str

    def text(self) -> str:
        return f"{self.name} learns a secret of {self.owner}, and tells the team."


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
