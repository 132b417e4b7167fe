"""Contests that are one roll, and recoveries, as the model of today's QuestWorlds has them (QS-18 to QS-28, QS-67)."""

from __future__ import annotations

from typing import Any

from .model import Die, Model
from .people import Lasting, Person, Tactic
from .reckoning import Result, by_degree, resistance, result_of


class SingleModel(Model):
    """What contests of one roll for each have in common, mass efforts too."""

    gave_up: set[str]
    settled = ""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.gave_up = set()

    def opposed_to(self, who: Person) -> list[Person]:
        return [each for each in self.people.values() if each.side != who.side and each.status == "in"]

    def hear_backs_out(self, event: Any) -> None:
        """QS-19."""
        self.people[event.name].status = "left"

    def hear_called_off(self, event: Any) -> None:
        self.gave_up.add(event.name)

    def decide_the_whole(self, _: str, value: Any) -> None:
        """QS-26: taking part; the resistances follow from how the whole ends."""
        for who in self.people.values():
            who.firm = resistance(self.base, value.get(f"resistance {who.name}", "as-set"), who.firm)
            who.resistance = who.firm

    def hear_modified(self, event: Any) -> None:
        """QS-26: what was contributed counts for the leader, by its degree."""
        if event.label == "what others contributed":
            assert event.value == self.suggested(self.contributed()), (event, self.contributed())
            self.people[event.name].modifiers.append((event.value, ""))

    def contributed(self) -> Result:
        results = [who.result for who in self.people.values() if who.character and who.result]
        assert len(results) == 1
        return Result(*results[0])

    def hear_asking_costs(self, event: Any) -> None:
        """QS-2: who was called on in vain suffers by the degree of the defeat, or cannot be called on any more."""
        who = self.people[event.name]
        assert who.result.sign < 0
        if who.asking == "consequence":
            assert event.value == -by_degree(who.result.degree)
            who.lasting.append(Lasting(event.value, "", (event.ability,)))
        else:
            assert (who.asking, event.value) == ("ability", 0)

    def hear_tie_settled(self, event: Any) -> None:
        """QS-7: as the option says, or the game master; not between characters."""
        first, second = (self.people[die.name] for die in self.dice)
        assert not (first.character and second.character)
        by_option = {"standoff": "standoff", "player": "victory", "ask": self.said.get(("tie", first.name))}
        assert event.how == by_option[getattr(self.options, "tie", "ask")]
        self.settled = event.how

    def single(self, event: Any) -> Result:
        """QS-6, QS-20: one outcome, rolled or assured."""
        one, two = self.people[event.name], self.people[event.other]
        leads = event.under == "QS-26"
        if leads and one.name in self.gave_up:
            return Result(0)
        if leads and one.tactic:
            two.resistance = resistance(self.base, one.tactic.said("resistance") or "as-set", two.firm)
        for who in (one, two):
            who.firm = who.resistance
        if event.under == "QS-32":
            own, other = (self.said.get(("settled", who.name), "") for who in (one, two))
            one.result = one.rolled = result_of(own) if own else result_of(other).other()
            two.result = two.rolled = one.result.other()
            return Result(*one.result)
        result = rolled = self.main(one, two) if self.dice else Result(1)
        if event.assured or (two.opposition and not two.resistance):
            result = result if result.sign > 0 else Result(1)
        if self.settled:
            assert result.sign == 0
            result, self.settled = Result(int(self.settled == "victory")), ""
            rolled = result
        for who, own, dice in ((one, result, rolled), (two, result.other(), rolled.other())):
            self.keep_result(who, own, dice)
        return result

    def keep_result(self, who: Person, result: Result, rolled: Result) -> None:
        who.result, who.rolled = result, rolled

    def result_for(self, name: str, *, group: bool) -> Result:
        """QS-20: what lasts of an assured contest goes by the dice."""
        result = self.people[name].rolled or self.people[name].result
        assert isinstance(result, Result), name
        return result

    def hear_decided(self, event: Any) -> None:
        result = self.single(event)
        assert event.result == result.word(), (event, result)

    def main(self, one: Person, two: Person) -> Result:
        """QS-3: the two dice of a contest."""
        first, second = self.take()
        self.checked(one, first)
        self.checked(two, second)
        return self.outcome(first, second)

    def checked(self, who: Person, die: Die) -> None:
        assert die.name == who.name
        if who.tactic:
            self.stand_or_fall(who.tactic)
            who.tactic.left = []
        expected = self.full(who, die.ability) + self.credible.pop(who.name, 0)
        assert die.whole == expected, (die, expected, who)
        who.firm, who.firm_numbers, who.memory = who.resistance, who.numbers, {}
        who.asking = (who.tactic.said("relationship") or "") if who.tactic else ""

    def keep_help(self, who: Person) -> None:
        """QS-11, QS-13, QS-17: help and resources last to the end, the situation may be kept for a round."""
        if who.tactic is not None:
            who.own_help, who.others_help, who.followers_help = self.helped(who)
            who.tactic.before = who.situation if who.tactic.before is None else who.tactic.before
            who.situation = self.situation(who)
            who.resources = self.called(who)
            self.used.pop(who.name, None)


class ContestModel(SingleModel):
    """A contest of two (QS-18 to QS-25)."""


class GroupModel(SingleModel):
    """QS-27: each has an outcome of their own, and all successes are added up."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.sums: dict[str, int] = {}
        self.group: dict[str, Result] = {}
        self.first: dict[str, Tactic] = {}
        self.led = False

    def opposed_to(self, who: Person) -> list[Person]:
        if given := [
            {each.one, each.two} - {who.name}
            for each in self.setup.pairings
            if who.name in (each.one, each.two)
        ]:
            return [self.people[name] for name in given[0]]
        sides = [each for each in self.people.values() if each.status == "in"]
        mine = [each.name for each in sides if each.side == who.side]
        foes = [each for each in sides if each.side != who.side]
        return [foes[mine.index(who.name) % len(foes)]] if who.name in mine else foes

    def main(self, one: Person, two: Person) -> Result:
        if not self.led:
            for who, die in zip((one, two), self.dice, strict=True):
                self.sums[who.side] = self.sums.get(who.side, 0) + die.successes
        result = super().main(one, two)
        for who in (one, two):
            self.keep_help(who)
        return result

    def decide_tactic(self, about: str, value: Any) -> None:
        super().decide_tactic(about, value)
        if (tactic := self.people[about].tactic) is not None:
            self.first.setdefault(about, tactic)

    def hear_stated(self, event: Any) -> None:
        """Who chose another tactic for one opponent goes back to the first for the next."""
        who, first = self.people[event.name], self.first[event.name]
        if (who.tactic is None or who.tactic.ability != event.ability) and event.ability == first.ability:
            who.tactic = Tactic(first.ability, first.plan, first.help)
        super().hear_stated(event)

    def keep_result(self, who: Person, result: Result, rolled: Result) -> None:
        """Who meets several has the outcome with the largest degree, the later if equal."""
        if who.result is None or result.degree >= who.result.degree or self.led:
            super().keep_result(who, result, rolled)

    def hear_adds(self, event: Any) -> None:
        assert {side: count for side, count in event.sums.items() if count} == {
            side: count for side, count in self.sums.items() if count
        }, (event, self.sums)

    def hear_decided(self, event: Any) -> None:
        if event.name in self.people:
            super().hear_decided(event)
            return
        ahead = self.sums.get(event.name, 0) - self.sums.get(event.other, 0)
        result = Result((ahead > 0) - (ahead < 0), abs(ahead))
        foes = [who for who in self.people.values() if who.side == event.other and who.status == "in"]
        if event.assured:
            assert not any(who.character or who.resistance for who in foes), foes
            result = result if ahead > 0 else Result(1)
        elif not ahead and not any(what == "settled" for what, _ in self.said):
            result = Result(int(self.stalemate(event) == "player"))
        for name, who in self.people.items():
            if said := self.said.get(("settled", name)):
                result = result_of(said) if who.side == event.name else result_of(said).other()
        assert event.result == result.word(), (event, result)
        self.group = {event.name: result, event.other: result.other()}
        self.led = True

    def stalemate(self, event: Any) -> str:
        """QS-27: equal sums are the characters' victory if a stalemate makes no sense."""
        if all(who.character for who in self.people.values() if who.status == "in"):
            return "standoff"
        return str(self.said["tie", ""]) if self.options.tie == "ask" else self.options.tie

    def hear_tie_settled(self, event: Any) -> None:
        """QS-7, QS-26: the roll of who leads after others have contributed is a contest of its own."""
        if self.led:
            super().hear_tie_settled(event)
        assert self.led or not self.dice, "QS-27: a tie of one's own stays one"

    def contributed(self) -> Result:
        return self.group[next(who.side for who in self.people.values() if who.character)]

    def result_for(self, name: str, *, group: bool) -> Result:
        return self.group[self.people[name].side] if group else super().result_for(name, group=group)


class OnePrizeModel(SingleModel):
    """QS-28: all roll once; most successes, then the highest die, then they share."""

    def hear_takes(self, event: Any) -> None:
        for (what, name), said in self.said.items():
            if what == "settled":
                self.people[name].result = result_of(said)
        if not self.dice:
            return
        dice, self.dice = self.dice, []
        for die in dice:
            self.checked(self.people[die.name], die)
        ranks = {die.name: (die.successes, die.face) for die in dice}
        best = max(ranks.values())
        first = [name for name, rank in ranks.items() if rank == best]
        if best[0] == 0 and self.said["all lose", ""] == "nobody":
            first = []
        elif len(first) > 1 and not self.setup.shareable:
            first = self.unshared(first)
        assert list(event.names) == first, (event, first, ranks)
        for name, rank in ranks.items():
            others = [each[0] for other, each in ranks.items() if other != name]
            if not first:
                self.people[name].result = Result(-1)
            elif name not in first:
                self.people[name].result = Result(-1, best[0] - rank[0])
            elif len(first) > 1:
                self.people[name].result = Result(0)
            else:
                self.people[name].result = Result(1, rank[0] - max(others, default=0))

    def unshared(self, names: list[str]) -> list[str]:
        """The higher sheet rating or resistance, then a character, then as the game master says."""
        people = [self.people[name] for name in names]

        def rank(who: Person) -> tuple[int, bool]:
            return who.sheet(who.tactic.ability if who.tactic else ""), who.character

        highest = max(rank(who) for who in people)
        left = [who.name for who in people if rank(who) == highest]
        return left if len(left) == 1 else [self.said["who has it", ""]]


class Resolve(SingleModel):
    """Resolve lost, traded, borne and regained (QS-64 to QS-69)."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.losing: tuple[str, int, str] | None = None

    def lose(self, who: Person, points: int, ability: str) -> None:
        assert self.losing is None
        self.losing = (who.name, points, ability)

    def hear_loses(self, event: Any) -> None:
        assert self.losing is not None, event
        assert (event.name, event.points) == self.losing[:2], (event, self.losing)
        who = self.people[event.name]
        who.resolve -= event.points
        who.points += event.points
        self.losing = None
        assert event.left in (None, who.resolve)

    def decide_loss(self, about: str, value: Any) -> None:
        """QS-64: up to 4 points can be traded, by a character with a rating."""
        assert self.losing is not None
        assert self.losing[0] == about
        if value == "trade":
            assert self.losing[1] <= 4
            assert self.people[about].character

    def decide_word_a_consequence(self, about: str, value: Any) -> None:
        """QS-64: 5 for a point, on the ability used; in a recovery on what the game master names."""
        assert self.losing is not None
        _, points, ability = self.losing
        self.losing = None
        self.due.append(("LeftWith", about, -5 * points, value["label"], (value.get("on", ability),)))

    def hear_bears(self, event: Any) -> None:
        """QS-66: the whole loss; out of this sequence, and for good with three lost in all."""
        assert self.losing is not None
        name, points, _ = self.losing
        follower = self.follower(event.follower)
        assert (event.name, event.points) == (name, points)
        assert follower.here
        follower.here = False
        follower.lost += points
        self.people[name].points += points
        self.people[name].followers_help.pop(follower.name, None)
        self.losing = None
        assert event.gone == (follower.lost >= 3)

    def recovered(self, result: Result, helper: Die, helped: Person, cost: str) -> None:
        """QS-67: degree + 1 back, at most to the start; a defeat costs as it was framed."""
        if result.sign > 0:
            points = min(result.degree + 1, helped.full_resolve - helped.resolve)
            self.due.append(("Regains", helped.name, points))
        elif result.sign < 0 and cost != "time":
            loser = self.people[helper.name] if cost == "helper" else helped
            self.lose(loser, result.degree + 1, helper.ability)

    def hear_regains(self, event: Any) -> None:
        who = self.people[event.name]
        assert self.due, event
        assert self.due.pop(0) == ("Regains", event.name, event.points), event
        who.resolve += event.points
        assert event.now == who.resolve

    def hear_diminished(self, event: Any) -> None:
        """QS-69: once for each fall, for good."""
        who = self.people[event.name]
        who.full_resolve -= 1
        who.resolve = min(who.resolve, who.full_resolve)
        assert event.starting == who.full_resolve


class RecoveryModel(Resolve):
    """QS-67: rolls against the base, as long as there is time."""

    def decide_rest(self, about: str, value: Any) -> None:
        """By time: as the game master grants, at most to the start."""
        who = self.people[about]
        if points := min(value, who.full_resolve - who.resolve):
            self.due.append(("Regains", about, points))

    def settle(self) -> None:
        if len(self.dice) == 2:
            helper = self.dice[0]
            assert helper.name == self.setup.helper
            assert {self.people[name].status for name in (self.setup.helper, self.setup.helped)} == {"in"}
            result = self.helping(self.base)
            self.recovered(result, helper, self.people[self.setup.helped], self.setup.defeat)
        super().settle()

    def compare(self, state: Any) -> None:
        super().compare(state)
        for found in state.contestants:
            mine = self.people[found.name]
            assert (found.resolve, found.starting_resolve) == (mine.resolve, mine.full_resolve), (found, mine)
