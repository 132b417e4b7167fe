"""A model of today's QuestWorlds of its own, from the document and the rulings, without a line of the game's code.

It hears what was decided and what the dice showed, works out by itself what must come of it (ratings, successes,
degrees, prices, falls, returns, effects, experience, the pool, the ends), and compares. It knows the game's words (what
its questions and the entries of its log are called) and none of its rules.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Any

from .people import Follower, Lasting, Person, Tactic, person_from
from .reckoning import (
    BOONS,
    EDITS,
    PRICES,
    Result,
    by_degree,
    compared,
    is_big,
    resistance,
    successes,
    whole_of,
)

RESISTANCE = "The resistance"
SEQUENCES = ("scored", "wagered", "chained")


@dataclass
class Die:
    """QS-4, QS-5: a die, what it was rolled against, and the story points burned on it."""

    name: str
    ability: str
    whole: int
    face: int
    points: int = 0

    @property
    def successes(self) -> int:
        return successes(self.whole, self.face) + self.points

    @property
    def big(self) -> bool:
        return is_big(self.whole, self.face)


class Model:
    """What all contests share: people, the pool, tactics and what is said of them, opposed rolls, effects."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        self.kind, self.setup, self.options = kind, setup, options
        self.base = whole_of(options.base_resistance)
        self.people = {each.name: person_from(each, self.base) for each in setup.contestants}
        self.people |= {each.name: person_from(each, self.base, beside=True) for each in setup.helpers}
        here = sum(not who.opposition for who in self.people.values())
        self.party = max(here, setup.party)
        self.pool = self.party if setup.story_points is None else setup.story_points
        self.pool = self.pool if options.story_points else 0
        self.resources = {each.name: each for each in setup.resources}
        self.stock = {each.name: each.bonus if each.now is None else each.now for each in setup.resources}
        self.bolstered = {each.name: each.bolstered for each in setup.resources}
        self.dice: list[Die] = []
        self.said: dict[tuple[str, str], Any] = {}
        self.due: list[tuple[Any, ...]] = []
        self.learnt: dict[str, list[str]] = {name: [] for name in self.people}
        self.tolls: set[tuple[str, str, int]] = set()
        self.tempted = self.doubter = ""
        self.gave_in = False
        self.helpers: dict[str, str] = {}
        self.used: dict[str, dict[str, int]] = {}
        self.credible: dict[str, int] = {}
        self.heard: Counter[str] = Counter()
        self.over = False

    # What is decided

    def decide(self, what: str, about: str, value: Any) -> None:
        """Somebody has answered, or it was taken for granted."""
        if what != "story point":
            self.settle()
        self.said[what, about] = value
        handler = getattr(self, "decide_" + what.replace(" ", "_"), None)
        if handler:
            handler(about, value)

    def decide_hopeless(self, about: str, value: Any) -> None:
        """QS-3: another tactic is chosen, or the player stays with it."""
        if value == "other":
            self.drop(self.people[about])

    def decide_tactic(self, about: str, value: Any) -> None:
        if isinstance(value, dict) and value["pick"] == "act":
            plan = value["with"]
            chosen, aim = plan["ability"], plan.get("aim")
            ability, helps = (chosen["pick"], chosen["with"]) if isinstance(chosen, dict) else (chosen, {})
            if isinstance(aim, dict):
                ability, helps = aim["with"]["ability"], {}
            own, follower = helps.get("augment", "none"), helps.get("follower", "none")
            self.drop(self.people[about])
            rolled, doubts, called, left = self.people[about].memory.setdefault(ability, ({}, {}, {}, []))
            helps = {"own": own, "follower": follower}
            self.people[about].tactic = Tactic(ability, plan, helps, rolled, doubts, called, left=left)
        else:
            self.drop(self.people[about])

    def drop(self, who: Person) -> None:
        """QS-13: another tactic has nothing of what was said of one that is not tried."""
        for other in self.opposed_to(who) if who.tactic else ():
            other.resistance = other.firm
        for holder, effect, _, _ in who.tactic.left if who.tactic else ():
            holder.lasting = [each for each in holder.lasting if each is not effect]
        who.numbers = who.firm_numbers
        who.former, who.tactic = who.tactic or who.former, None

    def decide_ruling(self, about: str, value: Any) -> None:
        """The last word before the dice counts (QS-11)."""
        who = self.people[about]
        assert who.tactic is not None
        who.tactic.ruling = value
        self.stand_or_fall(who.tactic)
        who.tactic.struck = value.get("effects", "strike" if who.tactic.struck else "add") == "strike"
        said = value.get("resistance", "as-set")
        self.set_resistance(who, said if value["tactic"] != "refuse" else "as-set")

    def stand_or_fall(self, tactic: Tactic) -> None:
        """QS-13, QS-15: a ruling that is taken back takes along what came of it, before the new one rolls."""
        tried = tactic.said("tactic") != "refuse" and tactic.said("retry") != "no"
        for holder, effect, key, said in tactic.left:
            now = (tactic.said(key), self.label(tactic, key)) if isinstance(said, tuple) else tactic.said(key)
            stands = tried and now == said
            there = any(each is effect for each in holder.lasting)
            if there and not stands:
                holder.lasting = [each for each in holder.lasting if each is not effect]
            elif stands and not there:
                holder.lasting.append(effect)

    def set_resistance(self, who: Person, said: Any) -> None:
        """QS-9, QS-10: a ruling that is changed before the dice starts again from what stood before it."""
        for foe in self.opposed_to(who):
            if foe.opposition:
                foe.resistance = resistance(self.base, said, foe.firm)

    def opposed_to(self, who: Person) -> list[Person]:
        """Whom somebody's tactic is against."""
        raise NotImplementedError

    # What is told

    def hear(self, event: Any) -> None:
        name = type(event).__name__
        self.heard[name] += 1
        if name not in ("Rolled", "Burned"):
            self.settle()
        handler = getattr(self, "hear_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(), None)
        if handler:
            handler(event)

    def hear_rolled(self, event: Any) -> None:
        """QS-3 to QS-5. What only the game master may read comes a second time, with the rating."""
        if not event.rating:
            return
        if len(self.dice) == 2 and self.dice[1].name == RESISTANCE:
            self.settle()
        die = Die(event.name, event.ability, whole_of(event.rating), event.die)
        assert event.successes == die.successes, (event, die)
        self.dice.append(die)

    def hear_burned(self, event: Any) -> None:
        """QS-30, QS-31: from the pool, on a roll of one's own, as many as a roll may take; none between characters."""
        die = self.die_of(event.name)
        who = self.people.get(event.name)
        assert self.options.story_points
        assert who is None or not who.opposition
        assert die.ability != "flaw"
        most = self.options.story_points_per_roll
        assert die.points == 0
        assert 1 <= event.points <= (self.pool if most == "pool" else int(most))
        both = [self.people[each.name].character for each in self.dice if each.name in self.people]
        assert self.options.story_points_pvp or sum(both) < 2, event
        self.pool -= event.points
        die.points = event.points
        assert event.left == self.pool >= 0, (event, self.pool)

    def die_of(self, name: str) -> Die:
        found = [die for die in self.dice if die.name == name]
        assert len(found) == 1, (name, self.dice)
        return found[0]

    def hear_refreshed(self, event: Any) -> None:
        """QS-30."""
        how = self.options.story_refresh
        assert self.options.story_points
        assert how == self.setup.begins or (how == "ask" and self.said["refresh", ""] == "yes")
        self.pool = self.party
        assert event.points == self.pool

    def hear_edited(self, event: Any) -> None:
        """QS-32."""
        self.pool -= EDITS[event.level]
        assert event.level == self.said["plot edit", event.name]
        assert self.said["pay for the edit", event.name] == "yes"
        assert event.left == self.pool >= 0

    def decide_what_lasts(self, _: str, value: Any) -> None:
        """QS-23: at a session's start."""
        everything = [(who, each) for who in self.people.values() for each in who.lasting]
        assert self.setup.begins == "session"
        for n, (who, each) in enumerate(everything):
            now = int(value[str(n)])
            assert abs(now) <= abs(each.value)
            assert now * each.value >= 0
            each.value = now
            if not now:
                who.lasting.remove(each)

    # Two dice

    def take(self) -> tuple[Die, Die]:
        assert len(self.dice) == 2, self.dice
        one, two = self.dice
        self.dice = []
        return one, two

    def outcome(self, one: Die, two: Die) -> Result:
        return compared((one.successes, one.face), (two.successes, two.face))

    def helping(self, against: int) -> Result:
        """A roll of help, alone and with what lasts only, against a number."""
        one, two = self.take()
        assert two.name == RESISTANCE, (one, two)
        expected = self.bare(one) + self.credible.pop(one.name, 0)
        assert (one.whole, two.whole) == (expected, against), (one, two, expected, against)
        return self.outcome(one, two)

    def bare(self, die: Die) -> int:
        if die.name in self.people:
            return self.people[die.name].bare(die.ability)
        return self.follower(die.name).abilities[die.ability]

    def follower(self, name: str) -> Follower:
        found = [each for who in self.people.values() for each in who.followers if each.name == name]
        assert len(found) == 1, name
        return found[0]

    def full(self, who: Person, ability: str) -> int:
        """QS-3, QS-8: everything that counts for a tactic, added up; of the opposition its resistance alone."""
        if who.opposition:
            return who.resistance
        struck = 0
        if who.tactic and who.tactic.struck:
            struck = sum(
                each.value for each in who.lasting if each.on(who.tactic.ability) and each.on(ability)
            )
        return who.bare(ability) - struck + self.circumstances(who, ability) + self.help(who, ability)

    def circumstances(self, who: Person, ability: str) -> int:
        """QS-11, QS-14 to QS-17, QS-61: what the game master said of the tactic and the situation."""
        total = self.numbers(who) + sum(self.called(who).values())
        if who.tactic:
            total += self.stretch(who.tactic) + self.situation(who) + self.hindrances(who)
        return total

    def hear_required(self, event: Any) -> None:
        """QS-17: where the game master requires a resource that is below 0 its penalty counts."""
        tactic = self.people[event.name].tactic
        assert tactic
        assert tactic.said("requires") == event.resource
        assert event.value == self.stock[event.resource] < 0

    def hear_used_up(self, event: Any) -> None:
        """QS-17: a required use lowers it too."""
        was = self.stock[event.resource]
        self.stock[event.resource] = was - 5
        assert (event.value, event.left) == (was, was - 5), event
        self.used[event.name] = {event.resource: was}

    def called(self, who: Person) -> dict[str, int]:
        """QS-17: a resource counts once, as it was when it was last called on."""
        if who.tactic is None:
            return who.resources
        required = who.tactic.said("requires")
        more = {required: self.stock[required]} if required not in (None, "none") else {}
        more = self.used.get(who.name, more) if more else {}
        plan = who.tactic.plan.get("resource")
        now = {
            name: value
            for name, value in who.tactic.called.items()
            if isinstance(plan, dict) and plan["pick"] == name
        }
        return who.resources | now | more

    def numbers(self, who: Person) -> int:
        """QS-16: only in a sequence."""
        return 0

    def stretch(self, tactic: Tactic) -> int:
        said = tactic.said("tactic")
        return int(said) if said in ("-5", "-10") else 0

    def situation(self, who: Person) -> int:
        """QS-11: for one round, unless the game master keeps it."""
        assert who.tactic
        said: Any = who.tactic.said("situation") or "0"
        now = said["with"] if isinstance(said, dict) else int(said)
        before = who.situation if who.tactic.before is None else who.tactic.before
        return now + (before if who.tactic.said("keep situation") == "yes" else 0)

    def help(self, who: Person, ability: str) -> int:
        """QS-12: one own ability that is not kin, the largest bonus of others, the largest of followers."""
        own, others, followers = self.helped(who)
        total = own[1] if own and not who.kin(own[0], ability) else 0
        return total + max(others.values(), default=0) + max(followers.values(), default=0)

    def helped(self, who: Person) -> tuple[tuple[str, int] | None, dict[str, int], dict[str, int]]:
        """QS-13: what helps now: of this tactic, and of earlier ones in a sequence if it still fits."""
        own, others, followers = who.own_help, dict(who.others_help), dict(who.followers_help)
        tactic = who.tactic
        if tactic is None:
            return own, others, followers
        if tactic.said("augments") == "drop":
            own, others, followers = None, {}, {}
        for key, said in tactic.ruling.items():
            if key == "augment" and (size := self.size(tactic, tactic.help["own"], said)):
                own = own if own is not None and own[1] >= size else (tactic.help["own"], size)
            elif key == "follower" and (size := self.size(tactic, tactic.help["follower"], said)):
                followers[tactic.help["follower"]] = size
            elif key.startswith("help ") and (size := self.size(tactic, self.helper(key), said)):
                others[self.helper(key)] = size
        return own, others, followers

    def helper(self, key: str) -> str:
        name = key.removeprefix("help ")
        return f"{name} ({self.helpers[name]})"

    def decide_help(self, about: str, value: Any) -> None:
        if value != "none":
            self.helpers[about] = value["with"] if isinstance(value, dict) else value

    def size(self, tactic: Tactic, label: str, said: str) -> int:
        """QS-13: +5, or +10 if the game master likes it; rolled, by degree."""
        if said == "roll":
            return tactic.rolled[label]
        return 0 if said == "no" else int(said)

    # Tactics

    def hear_stated(self, event: Any) -> None:
        who = self.people[event.name]
        if who.tactic is None and who.former is not None:
            who.tactic = Tactic(who.former.ability, who.former.plan, who.former.help)
        assert who.tactic is not None
        assert event.ability == who.tactic.ability

    def settle(self) -> None:
        """Something else happens: what the dice on the table were rolled for is settled."""
        self.settle_doubt()
        self.settle_help()

    def decide_credible(self, about: str, value: Any) -> None:
        """QS-11: what else is rolled for passes the game master too."""
        self.credible[about] = int(value) if str(value).startswith("-") else 0

    def decide_doubt_a_flaw(self, about: str, value: Any) -> None:
        self.doubter = about

    def settle_doubt(self) -> None:
        """QS-14: the flaw's rating against the base, once for a tactic."""
        if len(self.dice) == 2 and self.dice[0].ability == "flaw" and self.dice[1].name == RESISTANCE:
            who = self.people[self.doubter]
            one, two = self.take()
            assert (one.whole, two.whole) == (who.flaw(one.name), self.base), (one, two)
            assert not one.points
            result = self.outcome(one, two)
            assert who.tactic
            who.tactic.doubts[one.name] = -by_degree(result.degree) if result.sign > 0 else 0

    def settle_help(self) -> None:
        """QS-13: +5 even on a defeat, which costs the helping ability; +5 to +20 by degree on a victory."""
        open_ = self.open_help()
        if open_ is None:
            return
        tactic, label, helper = *open_, self.dice[0]
        result = self.helping(self.base)
        tactic.rolled[label] = by_degree(result.degree) if result.sign > 0 else 5
        if result.sign < 0:
            key = next(
                key
                for key, said in tactic.ruling.items()
                if said == "roll" and self.label(tactic, key) == label
            )
            holder, effect = self.cost_of_help(helper, result)
            tactic.left.append((holder, effect, key, ("roll", label)))

    def cost_of_help(self, helper: Die, result: Result) -> tuple[Person, Lasting]:
        """QS-13: a consequence on the helping ability."""
        name = helper.name if helper.name in self.people else self.follower(helper.name).owner
        effect = Lasting(-by_degree(result.degree), "", (helper.ability,))
        self.people[name].lasting.append(effect)
        self.tolls.add((name, helper.ability, effect.value))
        return self.people[name], effect

    def open_help(self) -> tuple[Tactic, str] | None:
        """For which tactic the dice on the table were rolled, and what is to help it."""
        if len(self.dice) != 2 or self.dice[1].name != RESISTANCE:
            return None
        name, ability = self.dice[0].name, self.dice[0].ability
        for who in self.people.values():
            for key, said in who.tactic.ruling.items() if who.tactic else ():
                assert who.tactic
                label = self.label(who.tactic, key) if said == "roll" else ""
                known = not label or label in who.tactic.rolled
                if not known and (name, ability) in self.rollers(who, key, label):
                    return who.tactic, label
        return None

    def label(self, tactic: Tactic, key: str) -> str:
        if key.startswith("help "):
            return self.helper(key)
        return tactic.help["own" if key == "augment" else "follower"]

    def rollers(self, who: Person, key: str, label: str) -> list[tuple[str, str]]:
        """Whose die it can be, and with which ability."""
        if key.startswith("help "):
            name = key.removeprefix("help ")
            return [(name, self.helpers[name])]
        if key == "augment":
            return [(who.name, label)]
        return [(label, ability) for ability in self.follower(label).abilities]

    def hear_augmented(self, event: Any) -> None:
        """QS-13."""
        who = self.people[event.name]
        assert who.tactic
        rolled = who.tactic.rolled.get(event.label)
        assert event.value in (5, 10, rolled), (event, rolled)

    def hear_help_costs(self, event: Any) -> None:
        assert (event.name, event.ability, event.value) in self.tolls, (event, self.tolls)

    def hear_hindered(self, event: Any) -> None:
        """QS-14: −5 or −10, or what the flaw's roll brings."""
        who = self.people[event.name]
        assert who.tactic
        brought_up = who.tactic.plan.get("flaw") == {"pick": event.flaw, "with": "against"}
        if not who.tactic.ruling and brought_up:
            assert event.value == -5
        else:
            assert event.value == self.hindrance(who, event.flaw), event

    def hindrance(self, who: Person, flaw: str) -> int:
        """QS-14: what the game master says; in doubt by the flaw's roll, if the player lets the dice say."""
        assert who.tactic
        against = who.tactic.said("ability against")
        said = against["with"] if isinstance(against, dict) and against["pick"] == flaw else "no"
        said = who.tactic.said(f"flaw {flaw}") or said
        if isinstance(said, dict):
            return who.tactic.doubts[flaw] if flaw in who.tactic.doubts else int(said["with"])
        return 0 if said in ("no", "tempts") else int(said)

    def hindrances(self, who: Person) -> int:
        """QS-14: several add up."""
        assert who.tactic
        flaws = [key.removeprefix("flaw ") for key in who.tactic.ruling if key.startswith("flaw ")]
        against = who.tactic.said("ability against")
        return sum(
            self.hindrance(who, flaw)
            for flaw in [*flaws, *([against["pick"]] if isinstance(against, dict) else [])]
        )

    def hear_tempted(self, event: Any) -> None:
        """QS-15: who resists needs a victory over the flaw."""
        who = self.people[event.name]
        assert event.tried == bool(self.dice)
        if self.dice:
            one, two = self.take()
            assert two.whole == who.flaw(event.flaw)
            assert two.points == 0
            assert one.whole == who.bare(one.ability), (one, who)
            assert event.gives_in == (self.outcome(one, two).sign <= 0)
        else:
            assert event.gives_in
        self.tempted, self.gave_in = event.flaw, event.gives_in

    def decide_after_a_flaw(self, about: str, value: Any) -> None:
        """QS-15: a benefit for giving in, which takes another tactic, a consequence of a resistance that was won; it
        lasts."""
        if self.gave_in:
            self.drop(self.people[about])
        if isinstance(value, dict):
            more = value["with"]
            key = () if self.gave_in else (f"flaw {self.tempted}",)
            self.due.append(("LeftWith", about, int(more["size"]), more["label"], tuple(more["on"]), *key))

    def hear_called(self, event: Any) -> None:
        """QS-17: won or not, the resource sinks by 5; below 0 it is a penalty in any case."""
        who = self.people[event.name]
        assert who.tactic
        was = self.stock[event.resource]
        against = resistance(self.base, who.tactic.said("resource") or "base", self.base)
        won = self.helping(against).sign > 0
        won = won or was < 0
        assert (event.won, event.value) == (won, was), (event, won, was)
        self.stock[event.resource] = was - 5
        self.bolstered[event.resource] = 0
        assert event.left == self.stock[event.resource]
        if won:
            who.tactic.called[event.resource] = was

    # Effects

    def suggested(self, result: Result) -> int:
        """QS-21."""
        return result.sign * by_degree(result.degree)

    def effects(self, key: str, result: Result, said: Any) -> list[tuple[int, str, tuple[str, ...]]]:
        """QS-21, QS-22: what the game master leaves somebody with."""
        if said == "nothing":
            return []
        how, more = said["pick"], said["with"]
        label, on = more["label"], tuple(more["on"])
        if how == "other":
            return [(more["size"], label, on)] if more["size"] else []
        if how == "suggested":
            return [(self.suggested(result), label, on)]
        size = int(more["size"])
        assert size in (PRICES if result.sign > 0 else BOONS)[result.degree], (key, result, said)
        first = [(self.suggested(result), label, on)] if how == "both" else []
        return [*first, (size, label, on)]

    def hear_left_with(self, event: Any) -> None:
        who = self.people[event.name]
        told = ("LeftWith", event.name, event.value, event.label, event.touches)
        if event.under == "QS-15" and not self.due and who.tactic and who.tactic.said("for the flaw"):
            more = who.tactic.said("for the flaw")["with"]
            self.due.append(
                ("LeftWith", who.name, int(more["size"]), more["label"], tuple(more["on"]), "for the flaw")
            )
        assert self.due, event
        due = self.due.pop(0)
        assert due[:5] == told, (told, due)
        effect = Lasting(event.value, event.label, tuple(event.touches))
        who.lasting.append(effect)
        if len(due) > 5 and who.tactic:
            who.tactic.left.append((who, effect, due[5], who.tactic.said(due[5])))

    def decide_lasting_effects(self, _: str, value: Any) -> None:
        for key, said in value.items():
            name, group = key.removesuffix(", for the group"), key.endswith(", for the group")
            for effect in self.effects(key, self.result_for(name, group=group), said):
                self.due.append(("LeftWith", name, *effect))

    def result_for(self, name: str, *, group: bool) -> Result:
        result = self.people[name].result
        assert isinstance(result, Result), name
        return result

    def hear_learns(self, event: Any) -> None:
        """QS-29: once a session for each ability or flaw, at most five."""
        who = self.people[event.name]
        mark = event.why.removeprefix("a defeat with ")
        assert self.options.experience
        assert who.character
        assert mark not in who.marks
        assert len(who.marks) < 5
        who.marks.append(mark)
        who.experience += 1
        assert event.total == who.experience

    # Comparing

    def compare(self, state: Any) -> None:
        """Whatever is open: the pool, resources, and what each has."""
        assert state.story_points == self.pool, (state.story_points, self.pool)
        assert {each.name: each.now for each in state.resources} == self.stock
        for found in (*state.contestants, *state.helpers):
            mine = self.people[found.name]
            assert found.experience == mine.experience
            lasting = sorted(each.value for each in found.lasting if each.value)
            assert lasting == sorted(each.value for each in mine.lasting), (found, mine)

    def finish(self, outcome: Any) -> None:
        """At the end nothing is left that should have come."""
        assert not self.due, self.due
        assert not self.dice, self.dice
        for name, sheet in outcome.sheets.items():
            mine = self.people[name]
            assert sheet.experience == mine.experience
            lasting = sorted(each.value for each in sheet.lasting if each.value)
            assert lasting == sorted(each.value for each in self.stays_on(mine)), (sheet, mine)
            lost = {each.name: self.has_lost(each) for each in mine.followers if not self.gone_for_good(each)}
            assert {each.name: each.lost for each in sheet.followers} == lost, (sheet, mine)
        assert outcome.carried["story_points"] == self.pool

    def stays_on(self, who: Person) -> list[Lasting]:
        """QS-66: what touched nothing but followers who left for good is gone with them."""
        gone = {name for each in who.followers if self.gone_for_good(each) for name in each.abilities}
        return [each for each in who.lasting if not each.touches or set(each.touches) - gone]

    def gone_for_good(self, follower: Follower) -> bool:
        """QS-66: three lost in all."""
        return self.has_lost(follower) >= 3

    def has_lost(self, follower: Follower) -> int:
        return follower.lost
