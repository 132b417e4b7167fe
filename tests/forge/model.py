"""A model of Forge written from the chapters and the rulings, not from the game: it follows what a log says was
decided and rolled, works everything else out for itself, and complains where the game says otherwise.

It knows the game's words (the names of the log's entries) and none of its code.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

BOXES = {"misfortune": [1, 1, 1, 2, 2, 3], "injury": [1, 2, 3], "stress": [1, 1, 1, 2, 2, 3]}
OVER = {
    "I": {"vigor": "reason", "intuition": "vigor", "reason": "intuition"},
    "II": {"vigor": "intuition", "intuition": "reason", "reason": "vigor"},
}
HINDERS = {"physical": {"fight", "maneuver", "wilderness", "craft"}, "social": {"influence", "resources"}}
BLANK: dict[str, Any] = {
    **dict.fromkeys(("vigor", "intuition", "reason"), 3),
    **{part: [] for part in ("traits", "assets", "boons", "banes", "misfortunes", "injuries", "knows")},
    "skills": {},
    "stress": {},
    "favor": 0,
    "disposition": "I",
}
MORALE = {"mediate", "subjugate", "explore", "conflict", "uncontested-conflict"}


@dataclass
class Person:
    """A character: `boxes` by track, each a list of [size, marked]."""

    name: str
    team: str
    sheet: dict[str, Any]
    boxes: dict[str, list[list[Any]]] = field(default_factory=dict)
    out: str = ""
    stand: str = ""
    fate: str = ""
    over: tuple[str, int] | None = None
    door: bool = False

    def __post_init__(self) -> None:
        s = self.sheet = BLANK | self.sheet
        for track in ("misfortune", "injury", "physical", "mental", "social"):
            sizes = BOXES.get(track, BOXES["stress"])
            self.boxes[track] = [[size, ""] for size in sizes]
        marks = {"misfortune": s["misfortunes"], "injury": s["injuries"], **s["stress"]}
        for track, marked in marks.items():
            for mark in marked:
                self.room(track, mark["box"])[0][1] = mark["name"]
        self.favor: int = s["favor"]
        self.traits = [dict(trait) for trait in s["traits"]]
        self.assets = [dict(asset) for asset in s["assets"]]
        self.boons = [dict(boon) for boon in s["boons"]]
        self.banes = [dict(bane) for bane in s["banes"]]
        self.knows = [(each["of"], each["trait"]) for each in s["knows"]]
        self.xp = {skill: each["xp"] for skill, each in s["skills"].items()}
        self.trained = {
            skill: min(each["training"], trained_by(each["xp"])) for skill, each in s["skills"].items()
        }

    def training(self, skill: str) -> int:
        return int(self.trained.get(skill, 6))

    def learn(self, skill: str) -> None:
        """FG-12, FG-1: 1 XP, and what it brings."""
        self.xp[skill] = self.xp.get(skill, 0) + 1
        self.trained[skill] = min(self.training(skill), trained_by(self.xp[skill]))

    def room(self, track: str, least: int) -> list[list[Any]]:
        """FG-30: the empty boxes of at least a size, lowest first."""
        return sorted(
            (box for box in self.boxes[track] if not box[1] and box[0] >= least), key=lambda b: b[0]
        )

    def severity(self, track: str) -> int:
        return max((size for size, harm in self.boxes[track] if harm), default=0)


def trained_by(xp: int) -> int:
    return 3 if xp >= 60 else 4 if xp >= 30 else 5 if xp >= 10 else 6


@dataclass
class Roller:
    """Somebody's part of a test."""

    name: str
    attribute: str = ""
    skill: str = ""
    dice: list[int] = field(default_factory=list)
    rolled: bool = False
    bonus: int = 0
    due: int = 0
    sixes: int = 0
    least: int = 0
    masterpiece: dict[str, Any] | None = None
    used: set[str] = field(default_factory=set)


@dataclass
class Side:
    """Those who test together, the main actor first."""

    rollers: list[Roller]
    original: str
    raised: int = 0
    against: str = ""
    stake: tuple[str, int, str] | None = None


@dataclass
class Team:
    """A team of a gauntlet."""

    name: str
    captain: str
    members: list[str]
    morale: int = 0
    collapses: int = 0
    lost: bool = False


class Model:
    """A contest as the rules have it. `hear` takes one entry of the log after the other."""

    def __init__(self, kind: str, setup: dict[str, Any], options: dict[str, Any]) -> None:
        self.kind, self.setup, self.options = kind, setup, options
        self.earlier = kind in ("conflict", "uncontested-conflict") or options.get("edition") == "conflict"
        self.gauntlet = not kind.endswith(("challenge", "contest", "contest-of-teams"))
        self.people: dict[str, Person] = {}
        self.teams: dict[str, Team] = {}
        for team in setup["teams"]:
            names = [each["name"] for each in team["members"] if each["name"] not in team["abstain"]]
            self.teams[team["name"]] = Team(team["name"], team["captain"] or names[0], names)
            for each in team["members"]:
                self.people[each["name"]] = Person(each["name"], team["name"], each["sheet"])
                if each["name"] not in names:
                    self.people[each["name"]].out = "abstains"
        self.around = {trait["name"]: trait["rating"] for trait in setup["environment"]}
        self.sides: list[Side] = []
        self.difficulty: int | None = None
        self.hindering: set[str] = set()
        self.what = self.target = self.goal = ""
        self.actors: tuple[str, ...] = ()
        self.moves: Counter[tuple[str, int]] = Counter()
        self.harms: list[tuple[str, set[str], int]] = []
        self.gifts: list[tuple[str, str, int]] = []
        self.learning: Counter[tuple[str, str]] = Counter()
        self.worn: list[tuple[str, str, int]] = []
        self.advantage: tuple[str, str, str, int] | None = None
        self.discarded: list[tuple[str, dict[str, Any]]] = []
        self.prelude = False
        self.active, self.round, self.acted = "", 0, set[str]()
        self.teams_acted: list[str] = []
        self.kept = False
        self.collapsing = ""
        self.journey = 0
        self.ahead = [(trait["name"], trait["rating"]) for trait in setup.get("chain", [])]
        self.agreed = setup.get("harm_agreed")
        self.ruled = False
        self.won: list[str] = []
        self.proposed = ""
        self.promised: Counter[str] = Counter()
        self.heard: Counter[str] = Counter()

    # The log

    def hear(self, event: Any) -> None:
        """One entry of the log."""
        name = type(event).__name__
        self.heard[name] += 1
        handler = getattr(self, "on_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(), None)
        if handler is not None:
            handler(event)

    def keeps_morale(self) -> bool:
        return self.kind in MORALE

    def able(self, team: str) -> list[Person]:
        return [p for p in map(self.people.get, self.teams[team].members) if p is not None and not p.out]

    # Turns

    def on_does_not_fit(self, e: Any) -> None:
        """FG-40: the game master settles the type."""
        self.kind = e.goes_on_as

    def on_prelude_test(self, e: Any) -> None:
        self.settled()
        self.prelude = True
        assert e.name in [p.name for p in self.able(e.team)]

    def on_turn_begins(self, e: Any) -> None:
        """FG-43, FG-52: all have acted, broken morale was tested, each team once a round."""
        self.settled()
        self.prelude = False
        if self.active:
            left = self.teams[self.active]
            if not left.lost:
                assert {p.name for p in self.able(left.name)} <= self.acted, "somebody has not acted"
                assert self.kept or not self.keeps_morale() or left.morale >= 0, "morale was not tested"
        if e.round != self.round:
            assert e.round == self.round + 1
            playing = {team.name for team in self.teams.values() if not team.lost}
            assert not self.round or playing <= set(self.teams_acted), "a team has not had its turn"
            assert e.team != self.active or len(playing) == 1
            self.teams_acted = []
        assert e.team not in self.teams_acted
        self.teams_acted.append(e.team)
        self.active, self.round, self.acted, self.kept = e.team, e.round, set(), False
        assert not self.teams[e.team].lost

    def act(self, *names: str) -> None:
        """FG-43: members of the active team, once each."""
        for name in names:
            assert self.people[name].team == self.active
            assert not self.people[name].out
            assert name not in self.acted
            self.acted.add(name)

    def on_passed(self, e: Any) -> None:
        self.settled()
        self.act(e.name)

    def on_attacked(self, e: Any) -> None:
        self.settled()
        self.act(*e.names)
        self.what, self.actors, self.target = "attack", e.names, e.target
        assert not self.people[e.target].out

    def on_tries(self, e: Any) -> None:
        if not self.prelude:
            self.settled()
            self.act(e.name)
        assert e.skill != self.setup["skill"], "FG-46: another skill than the relevant one"
        self.what, self.actors, self.target = "advantage", (e.name,), e.target

    def on_skill_proposed(self, e: Any) -> None:
        """FG-45: the game master rules on another skill of the defence."""
        self.proposed = e.skill if e.agreed else ""

    # A test

    def on_harm_agreed(self, e: Any) -> None:
        self.agreed = e.agreed

    def on_declared(self, e: Any) -> None:
        """FG-21, FG-24, FG-25: who tests against whom, and the dice for numbers."""
        several = e.cites() == "FG-25"
        if not several or len(self.sides) == len(self.teams):
            self.sides = []
        if not self.sides:
            if self.what not in ("attack", "advantage"):
                self.settled()
            self.difficulty, self.hindering = None, set()
        self.goal = e.goal
        side = Side([Roller(n, a, e.skill) for n, a in zip(e.names, e.attributes, strict=True)], e.names[0])
        self.sides.append(side)
        if e.against:
            skill, self.proposed = self.proposed or e.skill, ""
            other = Side([Roller(n, skill=skill) for n in e.against], e.against[0])
            self.sides.append(other)
            if self.what in ("attack", "advantage"):
                side.original, other.original = self.actors[0], self.target
                assert self.target in e.against
                assert set(self.actors) == set(e.names)
        elif self.what not in ("attack", "advantage"):
            self.what = "several" if several else "challenge"
        if several:
            own = self.people[e.names[0]].team
            side.rollers[0].bonus = sum(len(t.members) - 1 for t in self.teams.values() if t.name != own)
            for roller in side.rollers:
                roller.bonus += self.promised.pop(roller.name, 0)
        else:
            self.numbers()

    def numbers(self) -> None:
        for side in self.sides:
            first = self.roller(side.original)
            first.bonus += sum(len(other.rollers) - 1 for other in self.sides if other is not side)

    def lead(self, side: Side, name: str) -> None:
        """FG-20: another is the main actor; where all began together the dice for numbers are the main actor's."""
        if self.what not in ("attack", "advantage", "several") and name != side.original:
            more = sum(len(other.rollers) - 1 for other in self.others(side))
            self.roller(side.original).bonus -= more
            self.roller(name).bonus += more
            side.original = name
        side.rollers.sort(key=lambda each: each.name != name)

    def roller(self, name: str) -> Roller:
        return next(r for side in self.sides for r in side.rollers if r.name == name)

    def side(self, name: str) -> Side:
        return next(side for side in self.sides if any(r.name == name for r in side.rollers))

    def others(self, side: Side) -> list[Side]:
        return [other for other in self.sides if other is not side]

    def handicap(self, name: str, skill: str) -> int:
        """FG-11, FG-23, CF-2."""
        person = self.people[name]
        if not self.earlier:
            return person.severity("injury")
        worst = 0
        for track in ("physical", "mental", "social"):
            n = person.severity(track)
            if skill in HINDERS.get(track, set()) or (track == "mental" and n >= 3):
                worst = max(worst, n)
        return worst

    def effort(self, side: Side, roller: Roller) -> int:
        """FG-10, FG-18, FG-19, FG-23."""
        training = self.people[roller.name].training(roller.skill)
        if any(other.against == roller.attribute for other in self.others(side)):
            training = min(6, training + 1)
        made = max(sum(die >= training for die in roller.dice), roller.least)
        if roller is side.rollers[0] and len(self.sides) > 1:
            mains = [other.rollers[0] for other in self.others(side)]
            made = max(made, min(self.handicap(m.name, m.skill or roller.skill) for m in mains))
        return made

    def total(self, side: Side) -> int:
        return sum(self.effort(side, roller) for roller in side.rollers)

    def on_difficulty_set(self, e: Any) -> None:
        """FG-11, FG-20, FG-52, FG-60."""
        (side,) = self.sides
        main = side.rollers[0]
        parts = {key: value for key, value in e.parts.items() if key not in ("helpers", "harm")}
        for key, value in parts.items():
            if key in self.around:
                assert value >= self.around[key]
                self.hindering.add(key)
        if self.goal == "Keep morale":
            captain = self.teams[self.people[main.name].team]
            assert parts == {"BROKEN MORALE": -captain.morale}
            assert captain.captain in [r.name for r in side.rollers]
            assert main.skill != self.setup["skill"]
            self.what, self.kept = "keep", True
        elif self.goal.startswith("Past "):
            assert parts == dict([self.ahead[0]])
            self.what = "enterprise"
        elif self.prelude:
            self.what = "prelude"
        base = max(1, sum(parts.values())) + len(side.rollers) - 1
        assert e.difficulty == max(base, self.handicap(main.name, main.skill)), "difficulty"
        self.difficulty = e.difficulty

    def on_raised(self, e: Any) -> None:
        """FG-14: an own trait's or an environmental one's rating."""
        side = self.side(e.name)
        assert not any(each.rolled for each in side.rollers)
        self.lead(side, e.name)
        own = [t["rating"] for t in self.people[e.name].traits if named(t) == e.trait]
        assert e.rating in [*own, *([self.around[e.trait]] if e.trait in self.around else [])]
        side.raised, side.stake = e.rating, (e.kind, e.rating, e.prize)

    def on_rolled(self, e: Any) -> None:
        """FG-10, FG-15, FG-17: as many dice as there should be, and the effort they come to."""
        side, dice = self.side(e.name), sorted(e.dice)
        roller = self.roller(e.name)
        if not any(each.rolled for each in side.rollers):
            self.lead(side, e.name)
        if not roller.rolled:
            skill, _, attribute = e.why.partition(" with ")
            assert roller.attribute in ("", attribute)
            assert roller.skill in ("", skill)
            roller.skill, roller.attribute, roller.rolled = skill, attribute, True
            expected = self.people[e.name].sheet[attribute] + roller.bonus
            roller.dice = dice
            if side.rollers[0] is roller and self.earlier and len(self.sides) == 2 and self.what != "several":
                self.cf_5(side, roller)
        elif e.why == "Fortune":
            expected, roller.dice = len(roller.dice), dice
        elif e.why == "Focus":
            expected = roller.dice.count(1)
            roller.dice = [die for die in roller.dice if die != 1] + dice
        elif e.why == "Fervor":
            expected = roller.dice.count(6) - roller.sixes
            roller.sixes += expected
            roller.dice = roller.dice + dice
        else:
            assert e.why == "added dice"
            expected, roller.due = roller.due, 0
            roller.dice = roller.dice + dice
        assert len(dice) == expected, f"{e.name} ({e.why}) rolls {len(dice)} dice, not {expected}"
        assert sorted(roller.dice) == sorted(e.pool)
        if self.what != "several" or len(self.sides) == len(self.teams):
            assert e.effort == self.effort(side, roller), f"effort of {e.name}"

    def cf_5(self, side: Side, roller: Roller) -> None:
        """CF-5: nobody defends with the attribute that the actor is disposed against."""
        if side is self.sides[1]:
            actor = self.sides[0].rollers[0]
            forbidden = OVER[self.people[actor.name].sheet["disposition"]][actor.attribute]
            assert roller.attribute != forbidden, "CF-5"

    def on_added_dice(self, e: Any) -> None:
        """FG-15, FG-22, FG-23, FG-51, FG-3."""
        side, roller = self.side(e.name), self.roller(e.name)
        if e.kind == "environmental trait":
            assert e.dice == self.around[e.source]
            assert e.source not in self.hindering
            assert "environment" not in roller.used
            roller.used.add("environment")
        else:
            assert roller is side.rollers[0], "FG-20"
            assert "source" not in roller.used
            roller.used.add("source")
            self.source(e)
        roller.due += e.dice

    def source(self, e: Any) -> None:
        owner = self.people[e.owner]
        if e.kind == "trait":
            ratings = [t["rating"] for t in owner.traits if named(t) == e.source]
            worst = owner.severity("misfortune")
            ratings += (
                [worst] if any(h == e.source and n == worst for n, h in owner.boxes["misfortune"]) else []
            )
            if e.cites() == "FG-51":
                ratings = [-self.teams[owner.team].morale]
            assert e.dice in ratings
            assert owner.team != self.people[e.name].team
            return
        things = owner.boons if e.kind == "boon" else owner.banes
        thing = next(t for t in things if t["name"] == e.source and t["rating"] == e.dice)
        if thing["enduring"] and thing["rating"] > 1:
            thing["rating"] -= 1
        else:
            things.remove(thing)

    def on_denied(self, e: Any) -> None:
        """FG-22: Favor equal to the rating, and the place for such dice is used all the same."""
        self.people[e.owner].favor -= e.favor
        assert self.people[e.owner].favor >= 0
        self.roller(e.name).used.add("source")

    def on_trait_used(self, e: Any) -> None:
        """FG-16: 1 Favor; at rating 3 a single effect is free; no more effects than the rating."""
        person, side = self.people[e.name], self.side(e.name)
        ratings = [t["rating"] for t in person.traits if named(t) == e.trait]
        prices = {
            0 if rating >= 3 and len(e.effects) == 1 else 1 for rating in ratings if rating >= len(e.effects)
        }
        assert e.favor in prices
        person.favor -= e.favor
        assert person.favor >= 0
        assert side.rollers[0].name == e.name, "FG-20"
        if "Disposition" in e.effects:
            side.against = OVER[person.sheet["disposition"]][side.rollers[0].attribute]
        side.rollers[0].sixes = 0

    def on_detriment(self, e: Any) -> None:
        """FG-14, FG-22: Favor for difficulty, or for an opponent's dice."""
        self.people[e.name].favor += e.rating
        if not e.gives:
            assert self.difficulty is not None
            self.difficulty += e.rating
            return
        rollers = [r for side in self.sides for r in side.rollers if r.name == e.gives]
        if not rollers:
            self.promised[e.gives] += e.rating
        elif rollers[0].rolled:
            rollers[0].due = e.rating
        else:
            rollers[0].bonus += e.rating

    def on_asset_used(self, e: Any) -> None:
        """FG-19: at least its quality, which drops; a masterpiece gives less and does not drop yet."""
        side, roller = self.side(e.name), self.roller(e.name)
        usable = [a for a in self.people[e.name].assets if a["name"] == e.asset and a["quality"]]
        asset = next(a for a in usable if a["quality"] - (a["quality"] < 3) == e.quality)
        role = "test" if len(self.sides) == 1 and self.what != "several" else self.role(side)
        proper = asset["skill"] == roller.skill and (role == "test" or asset["use"] in (role, "both"))
        quality = asset["quality"]
        least = 1 if not proper else (quality - 1) // 2 if quality >= 3 else quality
        assert (e.least, e.off_label) == (least, not proper)
        if quality >= 3:
            roller.masterpiece = asset
        else:
            asset["quality"] -= 1
        roller.least = least

    def role(self, side: Side) -> str:
        team = self.people[side.rollers[0].name].team
        if self.what != "several":
            return "attack" if side is self.sides[0] else "defend"
        named_one = self.setup.get("defender")
        last = list(self.teams)[-1] if named_one is None else named_one
        return "defend" if team == last and not self.setup.get("no_defender") else "attack"

    # What comes of a test

    def on_compared(self, e: Any) -> None:
        """FG-11, FG-21: effort against difficulty; the defender wins ties."""
        side = self.side(e.names[0])
        if len(self.sides) == 1:
            assert self.difficulty is not None
            effort, needed = self.total(side), self.difficulty + side.raised
            assert (e.effort, e.difficulty, e.success) == (effort, needed, effort >= needed)
            short = {r.name: needed - self.effort(side, r) for r in side.rollers}
            self.end_of_test(side, success=e.success)
            self.after_challenge(side, success=e.success, short={} if e.success else short)
        else:
            attack, defence = self.sides
            needed = self.total(defence) - defence.raised + attack.raised
            margin = self.total(attack) - needed
            assert (e.effort, e.difficulty, e.success) == (self.total(attack), needed, margin > 0)
            loser, winner = (defence, attack) if margin > 0 else (attack, defence)
            short = self.short(loser, winner) if margin else {}
            self.end_of_test(winner, success=True)
            self.end_of_test(loser, success=False)
            self.after_contest(margin, short)
        self.sides = []

    def short(self, loser: Side, winner: Side) -> dict[str, int]:
        """FG-24: the winning side's effort less the own, by what both put on top."""
        needed = self.total(winner) - winner.raised + loser.raised
        return {roller.name: needed - self.effort(loser, roller) for roller in loser.rollers}

    def end_of_test(self, side: Side, *, success: bool) -> None:
        """FG-12, FG-14, FG-19: XP for who failed, the prize of a raised difficulty, wear of masterpieces."""
        for roller in side.rollers:
            assert roller.due == 0, "dice that were promised were not rolled"
            if not success:
                self.learning[roller.name, roller.skill] += 1
            if roller.masterpiece is not None and not success:
                roller.masterpiece["quality"] -= 1
                self.worn.append((roller.name, roller.masterpiece["name"], roller.masterpiece["quality"]))
        if success and side.stake is not None:
            kind, rating, name = side.stake
            self.gifts.append((kind, name, rating))

    def after_challenge(self, side: Side, *, success: bool, short: dict[str, int]) -> None:
        team = self.people[side.rollers[0].name].team
        tracks = {"physical", "mental", "social"} if self.earlier else {"misfortune"}
        if self.what == "keep":
            self.move(team, 1 if success else -1)
            self.collapsing = "" if success else team
        elif self.what == "enterprise":
            self.move(team, 1 if success else -1)
            if self.kind == "explore":
                self.moves["The journey", -1 if success else 1] += 1
            tracks = {self.setup["track"]} if self.earlier else tracks
            if success:
                self.ahead = self.ahead[1:]
        elif self.what == "prelude" and success:
            margin = self.total(side) - (self.difficulty or 0) - side.raised
            self.advantage = (side.rollers[0].name, side.rollers[0].attribute, "", max(1, margin))
        self.harms = [(name, tracks, rating) for name, rating in short.items() if rating > 0]
        self.what = "over" if self.what in ("keep", "enterprise") else "story"

    def after_contest(self, margin: int, short: dict[str, int]) -> None:
        """FG-42, FG-50, CF-3: what a won or lost attack or advantage brings."""
        attack, defence = self.sides
        actors, others = (self.people[s.rollers[0].name].team for s in (attack, defence))
        harms = {name: rating for name, rating in short.items() if rating > 0}
        if self.what not in ("attack", "advantage"):
            kind = {"injury"} if self.agreed else {"misfortune"}
            tracks = {"physical", "mental", "social"} if self.earlier else kind
            self.harms = [(name, tracks, rating) for name, rating in harms.items()]
            return
        if not self.prelude:
            if margin > 0:
                self.move(actors, 1)
            else:
                beaten = self.earlier and margin < 0
                twice = beaten and self.options.get("attack_failure_counts_twice", False)
                for _ in range(2 if twice else 1):
                    self.move(actors, -1)
            self.move(others, -1 if margin > 0 else 1)
        failure = self.setup["track"] if self.earlier else "misfortune"
        if margin > 0 and self.what == "attack":
            worse = "misfortune" if self.kind == "mediate" else "injury"
            worse = self.setup["track"] if self.earlier else worse
            self.harms = [(name, {worse}, max(1, rating)) for name, rating in short.items()]
        elif margin > 0:
            main = attack.rollers[0]
            self.advantage = (main.name, main.attribute, self.target, margin)
        elif not self.earlier or self.prelude:
            self.harms = [(name, {failure}, rating) for name, rating in harms.items()]
        self.what = "over"

    def on_decided(self, e: Any) -> None:
        """FG-25: who wins among several, and what the others lack."""
        if e.cites() != "FG-25":
            self.won = [e.winner]
            return
        scores = {self.people[s.rollers[0].name].team: self.total(s) - s.raised for s in self.sides}
        assert dict(e.efforts) == scores
        defender = next((t for t in scores if self.role(self.team_side(t)) == "defend"), "")
        assert self.judged(scores, defender) in (e.winner, None)
        self.won = [e.winner] if e.winner else []
        kind = {"injury"} if self.agreed else {"misfortune"}
        tracks = {"physical", "mental", "social"} if self.earlier else kind
        for side in self.sides:
            team = self.people[side.rollers[0].name].team
            self.end_of_test(side, success=team == e.winner)
            if e.winner and team != e.winner:
                winner = self.team_side(e.winner)
                if self.total(winner) - winner.raised + side.raised > self.total(side):
                    self.harms += [(n, tracks, r) for n, r in self.short(side, winner).items() if r > 0]
        self.sides = []

    def team_side(self, team: str) -> Side:
        return next(s for s in self.sides if self.people[s.rollers[0].name].team == team)

    @staticmethod
    def judged(scores: dict[str, int], defender: str) -> str | None:
        """FG-25: None where the game master may have named somebody."""
        attackers = {team: score for team, score in scores.items() if team != defender}
        while attackers:
            best = max(attackers.values())
            leading = [team for team in attackers if attackers[team] == best]
            if not defender:
                return leading[0] if len(leading) == 1 else None
            if best <= scores[defender]:
                break
            if len(leading) == 1:
                return leading[0]
            attackers = {team: score for team, score in attackers.items() if score < best}
        return defender

    def on_xp_marked(self, e: Any) -> None:
        assert self.learning[e.name, e.skill] > 0, "XP for nothing"
        self.learning[e.name, e.skill] -= 1
        person = self.people[e.name]
        person.learn(e.skill)
        assert (e.xp, e.training) == (person.xp[e.skill], person.training(e.skill))

    def on_asset_dropped(self, e: Any) -> None:
        self.worn.remove((e.name, e.asset, e.quality))

    def on_consequence(self, e: Any) -> None:
        """FG-12, CF-4: a turn of the story takes the place of harm; the cost of a success too, but not for morale."""
        assert self.harms
        assert e.kind != "cost" or not self.collapsing
        self.harms = []
        if self.prelude and e.kind == "cost":
            self.advantage = ("", "", "", 1)

    def on_boon_or_bane(self, e: Any) -> None:
        """FG-14, FG-46: the prize of a raised difficulty, or an advantage, rated at the margin."""
        prize = (e.kind, e.title, e.rating)
        bearer = self.people[e.bearer]
        passing = prize not in self.gifts
        if not passing:
            self.gifts.remove(prize)
        else:
            assert self.advantage is not None, "a boon or bane for nothing"
            assert e.rating == self.advantage[3]
            self.advantage = None
        thing = {"name": e.title, "rating": e.rating, "enduring": False}
        (bearer.boons if e.kind == "boon" else bearer.banes).append(thing)

    def on_discards(self, e: Any) -> None:
        """FG-46, CF-6: the lowest-rated that is relevant, or one rated at most the margin."""
        assert self.advantage is not None
        assert self.advantage[1] in ("intuition", "")
        target = self.people[e.owner]
        usable = [asset for asset in target.assets if asset["quality"]]
        if self.earlier:
            reach = [asset for asset in usable if asset["quality"] <= self.advantage[3]]
        else:
            relevant = [asset for asset in usable if asset["skill"] == self.setup["skill"]]
            least = min(asset["quality"] for asset in relevant)
            reach = [asset for asset in relevant if asset["quality"] == least]
        asset = next(asset for asset in reach if asset["name"] == e.asset)
        target.assets.remove(asset)
        self.discarded.append((asset.pop("owner", "") or e.owner, asset))
        self.advantage = None

    def on_takes(self, e: Any) -> None:
        assert self.advantage is not None
        lost = next(each for each in self.discarded if (each[0], each[1]["name"]) == (e.owner, e.asset))
        self.discarded.remove(lost)
        owner, asset = lost
        self.people[e.name].assets.append(asset | ({"owner": owner} if owner != e.name else {}))
        self.advantage = None

    def on_learned(self, e: Any) -> None:
        """FG-46: the lowest-rated secret that the actor does not know; the team knows it too."""
        assert self.advantage is not None
        actor, owner = self.people[e.name], self.people[e.owner]
        unknown = [t for t in owner.traits if t["secret"] and (owner.name, t["name"]) not in actor.knows]
        secret = min(unknown, key=lambda t: t["rating"])["name"]
        for name in self.teams[actor.team].members:
            if (owner.name, secret) not in self.people[name].knows:
                self.people[name].knows.append((owner.name, secret))
        self.advantage = None

    # Harm

    def next_harm(self, name: str, kind: str) -> int:
        """The rating of the harm that somebody takes now; who left in the meantime takes none."""
        while self.harms and self.people[self.harms[0][0]].out not in ("", "lost"):
            self.harms.pop(0)
        assert self.harms, f"{name} takes harm for nothing"
        who, kinds, rating = self.harms.pop(0)
        assert who == name
        assert kind in kinds, f"{kind} is none of {kinds}"
        if len(kinds) > 1:
            self.harms = [(n, {kind} if self.what != "keep" else k, r) for n, k, r in self.harms]
        return rating

    def on_absorbed(self, e: Any) -> None:
        """FG-30: one empty box of at least the rating, whole; or the highest empty one, if none is (FG-31, FG-32)."""
        track = e.kind.removesuffix(" stress")
        person = self.people[e.name]
        if person.over == (track, e.rating):
            person.over = None
            box = person.room(track, 1)[-1]
            assert box[0] == e.box
        else:
            assert e.rating == self.next_harm(e.name, track), "the rating of harm"
            box = next(box for box in person.room(track, e.rating) if box[0] == e.box)
        box[1] = e.harm

    def on_harm_named(self, e: Any) -> None:
        """FG-12, FG-30: its bearer names it, and may pick another box that could have taken it."""
        person = self.people[e.name]
        kind, _, rating = e.was.removesuffix(" stress").rpartition(" ")
        track = kind.removesuffix(" stress")
        old = next(box for box in person.boxes[track] if box == [e.old_box, e.was])
        old[1] = ""
        box = (
            old if e.box == e.old_box else next(b for b in person.boxes[track] if b[0] == e.box and not b[1])
        )
        assert e.box == e.old_box or e.box >= int(rating)
        box[1] = e.harm

    def on_broken(self, e: Any) -> None:
        """FG-31: what no box can take marks the highest, and the rest is an injury."""
        person = self.people[e.name]
        assert e.rating == self.next_harm(e.name, "misfortune")
        assert not person.room("misfortune", e.rating)
        free = person.room("misfortune", 1)
        highest = free[-1][0] if free else 0
        assert e.rest == e.rating - highest
        if free:
            person.over = ("misfortune", highest)
        self.harms.insert(0, (e.name, {"injury"}, e.rest))

    def on_door_of_death(self, e: Any) -> None:
        """FG-32, CF-10: the price of coming back."""
        person = self.people[e.name]
        assert person.stand != "in", "FG-55, CF-10: nobody comes back in a last stand"
        if self.earlier:
            who, kinds, rating = self.harms.pop(0)
            assert who == e.name
            assert any(not person.room(kind, rating) for kind in kinds)
            assert (e.favor, e.rating, e.gone) == (rating, rating, "")
        else:
            rating = self.next_harm(e.name, "injury")
            assert not person.room("injury", rating)
            free = person.room("injury", 1)
            difference = rating - (free[-1][0] if free else 0)
            assert e.favor == difference
            gone = next(t for t in person.traits if named(t) == e.gone and t["rating"] == e.rating)
            assert gone["rating"] >= difference
            person.traits.remove(gone)
            if free:
                person.over = ("injury", rating)
        person.favor -= e.favor
        assert person.favor >= 0
        person.traits.append({"name": e.trait, "rating": e.rating, "secret": False})
        person.door = self.gauntlet and not self.prelude

    def on_story_ended(self, e: Any) -> None:
        """FG-32, FG-47, FG-55, CF-10: harm that nothing can take, a last stand that failed, or a deadly surrender."""
        person = self.people[e.name]
        person.fate = e.fate
        if person.out and person.out != "lost":
            return
        if self.harms and self.harms[0][0] == e.name:
            _, kinds, rating = self.harms.pop(0)
            assert any(not person.room(kind, rating) for kind in kinds), "a box could have taken it"
        else:
            team = self.teams[person.team]
            again = self.earlier and team.collapses > 1
            assert person.stand == "in"
            assert again or team.lost, "nobody perishes for nothing"
        if self.gauntlet:
            if person.out != "lost":
                person.out = e.fate
            if not self.teams[person.team].lost:
                self.leaves(person)
        person.stand = "had" if person.stand else ""

    # Morale and the end

    def move(self, team: str, change: int) -> None:
        if self.keeps_morale() and not self.teams[team].lost and change:
            self.moves[team, change] += 1

    def on_morale_moved(self, e: Any) -> None:
        """FG-50, CF-3, CF-6, CF-7, FG-60: every move has a reason, and the total is their sum."""
        if not self.moves[e.team, e.change]:
            assert self.advantage is not None, f"morale of {e.team} moves by {e.change} for nothing"
            assert self.advantage[1] in ("vigor", "")
            assert e.change == (self.advantage[3] if self.earlier else 1)
            self.advantage = None
        else:
            self.moves[e.team, e.change] -= 1
        if e.team == "The journey":
            self.journey += e.change
            assert self.journey == e.morale
        else:
            self.teams[e.team].morale += e.change
            assert self.teams[e.team].morale == e.morale

    def on_left(self, e: Any) -> None:
        person = self.people[e.name]
        if not person.door and self.active and self.setup["teams"][1:]:
            self.settled()
            self.act(e.name)
        person.door = False
        person.out = "surrendered"
        self.leaves(person)
        if person.stand == "in":
            person.stand = "had"

    def leaves(self, person: Person) -> None:
        """FG-50, FG-52, CF-7: what it costs a team, and what becomes of it without its captain."""
        team = self.teams[person.team]
        left = len(self.able(team.name))
        captain = team.captain == person.name
        if not self.prelude:
            self.move(team.name, -(left if captain and self.earlier else 1))
            if captain and left and self.keeps_morale() and not self.earlier:
                self.collapsing = team.name

    def on_captain_named(self, e: Any) -> None:
        assert e.captain in [p.name for p in self.able(e.team)]
        self.teams[e.team].captain = e.captain

    def on_collapsed(self, e: Any) -> None:
        """FG-52, FG-53, CF-8: when morale was not kept, or the captain is gone."""
        assert self.collapsing == e.team, "a collapse for nothing"
        self.collapsing = ""
        self.teams[e.team].collapses += 1

    def on_last_stand_entered(self, e: Any) -> None:
        person = self.people[e.name]
        assert person.stand == ""
        assert not person.out
        person.stand = "in"
        person.door = False

    def on_team_lost(self, e: Any) -> None:
        team = self.teams[e.team]
        team.lost = True
        self.collapsing = "" if self.collapsing == e.team else self.collapsing
        for person in self.able(e.team):
            if person.stand != "in":
                person.out = "lost"

    def on_epiphany(self, e: Any) -> None:
        person = self.people[e.name]
        assert person.stand == "in"
        person.stand = "had"

    def on_new_obstacle(self, e: Any) -> None:
        """FG-60: hits of the journey's dice, at least 1."""
        journey = self.setup["journey"]
        assert len(e.dice) == journey["rating"]
        assert e.rating == max(1, sum(die >= journey["training"] for die in e.dice))
        self.ahead = [(e.title, e.rating)]

    def on_journey_test(self, e: Any) -> None:
        journey = self.setup["journey"]
        hits = sum(die >= journey["training"] for die in e.dice)
        assert (e.effort, e.difficulty) == (hits, max(1, -self.journey))
        self.moves["The journey", 1 if hits >= e.difficulty else -1] += 1

    def on_ended_by_ruling(self, e: Any) -> None:
        self.ruled = True
        self.won = [e.winner] if e.winner else []

    def on_team_won(self, e: Any) -> None:
        """FG-41, CF-9: alone left, and in a conflict with morale that never collapsed."""
        assert all(team.lost for team in self.teams.values() if team.name != e.team)
        assert not (self.earlier and self.teams[e.team].collapses)
        self.won = [e.team]

    def on_arrived(self, e: Any) -> None:
        self.won = [e.team]

    def settled(self) -> None:
        """Before anything new begins, all that should have come of the last test has come."""
        self.harms = [h for h in self.harms if self.people[h[0]].out in ("", "lost")]
        assert not +self.moves, f"morale did not move: {+self.moves}"
        assert not self.harms, f"harm did not come: {self.harms}"
        assert not +self.learning, f"XP was not marked: {+self.learning}"
        assert not self.gifts
        assert not self.worn
        assert not self.collapsing, f"{self.collapsing} should have collapsed"
        assert self.advantage is None, f"an advantage was not chosen: {self.advantage}"
        self.what = ""

    # The end

    def compare(self, state: Any) -> None:
        """What stands on the sheets, and how the teams are."""
        for person in self.people.values():
            real = next(c for c in state.characters if c.name == person.name)
            said = {
                "favor": real.favor,
                "traits": Counter((t.name, t.rating, t.secret) for t in (*real.traits, *real.secrets)),
                "assets": Counter((a.name, a.quality) for a in real.assets),
                "boons": Counter((b.name, b.rating) for b in real.boons),
                "banes": Counter((b.name, b.rating) for b in real.banes),
                "misfortune": sorted([b.size, b.harm] for b in real.misfortune),
                "injury": sorted([b.size, b.harm] for b in real.injury),
                "stress": {
                    track: sorted([b.size, b.harm] for b in boxes) for track, boxes in real.stress.items()
                },
                "skills": {
                    n: (s.training, s.xp) for n, s in real.skills.items() if (s.training, s.xp) != (6, 0)
                },
                "knows": Counter((k.of, k.trait) for k in real.knows),
                "out": real.out,
                "fate": real.fate,
                "stand": real.last_stand,
            }
            ours = {
                "favor": person.favor,
                "traits": Counter((t["name"], t["rating"], t["secret"]) for t in person.traits),
                "assets": Counter((a["name"], a["quality"]) for a in person.assets),
                "boons": Counter((b["name"], b["rating"]) for b in person.boons),
                "banes": Counter((b["name"], b["rating"]) for b in person.banes),
                "misfortune": sorted(person.boxes["misfortune"]),
                "injury": sorted(person.boxes["injury"]),
                "stress": {track: sorted(person.boxes[track]) for track in ("physical", "mental", "social")},
                "skills": {
                    n: (person.training(n), person.xp.get(n, 0))
                    for n in {*person.trained, *person.xp}
                    if (person.training(n), person.xp.get(n, 0)) != (6, 0)
                },
                "knows": Counter(person.knows),
                "out": person.out,
                "fate": person.fate,
                "stand": person.stand,
            }
            for key, value in said.items():
                assert value == ours[key], (
                    f"{key} of {person.name}: the game has {value}, the model {ours[key]}"
                )
        for team in getattr(state, "teams", []):
            mine = self.teams[team.name]
            assert (team.captain, team.collapses, team.lost or self.ruled) == (
                mine.captain,
                mine.collapses,
                mine.lost or self.ruled,
            )
            assert team.morale == mine.morale

    def finish(self, result: Any) -> None:
        """FG-41, CF-8: who has won."""
        self.settled()
        if self.gauntlet:
            assert list(result.winners) == self.won
        elif result.winners or result.losers:
            assert not self.won or list(result.winners) == self.won


def named(trait: dict[str, Any]) -> str:
    return "a secret trait" if trait["secret"] else str(trait["name"])
