"""Sequences of every kind, as the model of today's QuestWorlds has them (QS-33 to QS-69)."""

from __future__ import annotations

from typing import Any

from .model import Die
from .people import Follower, Person, Tactic
from .reckoning import (
    NONE,
    Result,
    by_degree,
    chained_degree,
    half_up,
    quarter_up,
    resistance,
    resolution_points,
    result_of,
    scored_degree,
    wager_price,
    wagered_degree,
    whole_of,
)
from .singles import Resolve, SingleModel


class SequenceModel(SingleModel):
    """QS-33 to QS-44: pairs, rounds, falls, free actions and the end; the tally is the kind's."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.bouts: list[tuple[str, str]] = []
        self.round = 0
        self.opened: list[str] = []
        self.theirs: dict[str, dict[str, Any]] = {}
        self.assists: dict[str, int] = {}
        self.beaten: dict[str, Result] = {}
        self.by: dict[str, str] = {}
        self.left: set[str] = set()
        self.acted: set[str] = set()
        self.overall: Result | None = None
        self.falling: set[str] = set()
        self.returned: set[str] = set()
        self.ended: str | None = None
        self.shooter = self.target = self.last_shooter = ""
        self.aimed: Any = None
        self.answered: Any = None
        self.acting: Any = None
        self.free_help: tuple[Person, str] | None = None
        self.given: dict[str, int] = {}
        self.against = 0
        if kind != "wagered":
            for who in list(self.people.values()):
                for each in who.followers if who.status == "in" else ():
                    self.on_their_feet(who, each)

    def on_their_feet(self, owner: Person, follower: Follower) -> None:
        """QS-50, QS-66: contestants and supporters among the followers."""
        if follower.role == "secondary":
            return
        self.people[follower.name] = Person(
            name=follower.name, side=owner.side, opposition=False, seat=owner.seat, leader=owner.name,
            abilities=dict(follower.abilities), began_with=next(iter(follower.abilities)),
            status="in" if follower.role == "contestant" else "beside",
            resolve=3 - follower.lost, full_resolve=3,
        )  # fmt: skip

    # Who meets whom

    def hear_pairs(self, event: Any) -> None:
        self.bouts = list(event.pairs)

    def part(self, *names: str) -> None:
        """All bouts of somebody end, or the one of two."""
        self.bouts = [each for each in self.bouts if not set(names) <= set(each)]
        self.numbers_change()

    def numbers_change(self) -> None:
        """QS-16: what was said of numbers is over with them, though as many meet again later."""
        for who in self.people.values():
            count = self.count(who.name)
            who.numbers = who.numbers if who.numbers[1] == count else (0, count)
            who.firm_numbers = who.firm_numbers if who.firm_numbers[1] == count else (0, count)

    def hear_engages(self, event: Any) -> None:
        one, two = self.people[event.name], self.people[event.other]
        assert one.side != two.side
        assert {one.status, two.status} <= {"in", "beside"}
        one.status = two.status = "in"
        self.bouts.append((one.name, two.name))
        self.numbers_change()
        self.meet(one, two, joins=event.joins)

    def meet(self, one: Person, two: Person, *, joins: bool) -> None:
        """What a new pair starts with."""

    def foes(self, name: str) -> list[str]:
        return [two if one == name else one for one, two in self.bouts if name in (one, two)]

    def opposed_to(self, who: Person) -> list[Person]:
        """QS-34: whom somebody meets; of several the one with whom the last round was opened."""
        if who.status != "in":
            return []
        foes = self.foes(who.name) if self.bouts else self.opened[-1:]
        return [self.people[name] for name in reversed(self.opened) if name in foes][:1]

    # Rounds

    def hear_round_begins(self, event: Any) -> None:
        self.round += 1
        assert event.round == self.round
        self.nobody_overlooked()

    def nobody_overlooked(self) -> None:
        overlooked = [who for who in self.people.values() if who.status == "in" and self.spent(who)]
        assert not overlooked, overlooked

    def spent(self, who: Person) -> bool:
        """Whether the tally says that somebody is out."""
        raise NotImplementedError

    def decide_round(self, about: str, value: Any) -> None:
        self.opened.append(about)
        if isinstance(value, dict):
            self.theirs[about] = value["with"]

    def decide_ruling(self, about: str, value: Any) -> None:
        super().decide_ruling(about, value)
        if "numbers" in value and value["tactic"] != "refuse" and value.get("retry") != "no":
            self.people[about].numbers = (int(value["numbers"]), self.count(about))
        theirs = {key: said for key, said in value.items() if key.startswith("their ")}
        for foe in self.opposed_to(self.people[about]):
            self.theirs[foe.name] = self.theirs.get(foe.name, {}) | theirs

    def hear_stated(self, event: Any) -> None:
        """QS-43: what counts at the end is what somebody began with."""
        super().hear_stated(event)
        if event.name not in self.acted:
            self.people[event.name].began_with = event.ability

    def hear_modified(self, event: Any) -> None:
        """QS-16: what is offered counts until the game master says otherwise."""
        super().hear_modified(event)
        if event.label == "numbers":
            self.people[event.name].numbers = (event.value, self.count(event.name))

    def count(self, name: str) -> tuple[int, int]:
        """QS-16: how many stand on either side of a pairing."""
        side = self.people[name].side
        sides = [self.people[each].side == side for each in self.pairing(name)]
        return sum(sides), len(sides) - sum(sides)

    def pairing(self, name: str) -> set[str]:
        """QS-41: all who meet somebody, directly or through others."""
        found = {name}
        while more := {foe for each in found for foe in self.foes(each)} - found:
            found |= more
        return found

    def numbers(self, who: Person) -> int:
        """QS-16: as long as the numbers are what they were when the game master was asked."""
        value, count = who.numbers
        return value if count == self.count(who.name) else 0

    def plan(self, who: Person, key: str, default: Any) -> Any:
        """What somebody has stated for this round."""
        if who.opposition:
            return self.theirs.get(who.name, {}).get(f"their {key}", default)
        return who.tactic.plan.get(key, default) if who.tactic else default

    def aims_elsewhere(self, who: Person) -> bool:
        return bool(self.plan(who, "aim", "prize") != "prize")

    def hear_round_ends(self, event: Any) -> None:
        """QS-34: from the first-named's view."""
        one, two = self.people[event.name], self.people[event.other]
        dice = {die.name: die for die in self.dice}
        self.acted |= {one.name, two.name}
        if two.name not in self.foes(one.name):
            self.bouts.append((one.name, two.name))
        result = self.clash(one, two)
        assert event.result == result.word(), (event, result)
        self.pay(one, two, result, dice)
        for who in (one, two):
            self.keep_help(who)

    def clash(self, one: Person, two: Person) -> Result:
        first, second = self.take()
        for die in (first, second):
            self.checked(self.people[die.name], die)
        assert {first.name, second.name} == {one.name, two.name}
        result = self.outcome(first, second)
        return result if first.name == one.name else result.other()

    def helped(self, who: Person) -> tuple[tuple[str, int] | None, dict[str, int], dict[str, int]]:
        """QS-44: if rounds are days apart, what helps is said anew in each."""
        if self.setup.lengthy and who.tactic is not None:
            kept, who.own_help, who.followers_help = (who.own_help, who.followers_help), None, {}
            now = super().helped(who)
            who.own_help, who.followers_help = kept
            return now
        return super().helped(who)

    def pay(self, one: Person, two: Person, result: Result, dice: dict[str, Die]) -> None:
        raise NotImplementedError

    def won(self, who: Person, result: Result, ability: str) -> None:
        """QS-36: an augment so won has its size by degree."""
        self.due.append(("Achieves", who.name))
        aim = self.plan(who, "aim", "prize")
        if isinstance(aim, dict) and aim["pick"] == "augment":
            friend = self.people[aim["with"]["for"]]
            label = ability if friend is who else f"{who.name} ({ability})"
            self.give_help(friend, label, by_degree(result.degree))

    def hear_achieves(self, event: Any) -> None:
        assert self.due
        assert self.due.pop(0) == ("Achieves", event.name)

    # Free actions

    def decide_free_action(self, about: str, value: Any) -> None:
        self.acting = (
            value["with"] if isinstance(value, dict) and value["pick"] in ("assist", "augment") else None
        )

    def hear_augmented(self, event: Any) -> None:
        """QS-38: an augment by somebody who is free, or what helps a tactic."""
        if self.given.get(event.label) == event.value:
            self.given = {}
        else:
            super().hear_augmented(event)

    def give_help(self, who: Person, label: str, size: int) -> None:
        """QS-12, QS-38: by others, by followers, or by an ability of one's own; of each the largest counts."""
        self.given = {label: size}
        lent = [name for each in who.followers for name in each.abilities]
        if label not in (*who.abilities, *lent, NONE):
            helper = self.people[label.rpartition(" (")[0]]
            place = who.followers_help if helper.leader else who.others_help
            place[label] = max(size, place.get(label, 0))
        elif who.own_help is None or who.own_help[1] < size:
            who.own_help = (label, size)

    def decide_augment(self, about: str, value: Any) -> None:
        """QS-38: an augment by somebody who is free."""
        friend, label = self.people[self.acting["friend"]], f"{about} ({self.acting['ability']})"
        label = self.acting["ability"] if friend.name == about else label
        if value == "roll":
            self.free_help = (friend, label)
        elif value != "no":
            self.give_help(friend, label, int(value))

    def settle_free_help(self) -> None:
        if self.free_help is not None and len(self.dice) == 2:
            (friend, label), helper = self.free_help, self.dice[0]
            result = self.helping(self.base)
            self.free_help = None
            self.give_help(friend, label, by_degree(result.degree) if result.sign > 0 else 5)
            if result.sign < 0:
                self.cost_of_help(helper, result)

    def decide_meanwhile(self, _: str, value: Any) -> None:
        """QS-44: what happened between two rounds."""
        self.pool = value.get("pool", self.pool)
        for name, said in value.items():
            if isinstance(said, dict) and said["with"]["size"]:
                more = said["with"]
                self.due.append(("LeftWith", name, more["size"], more["label"], tuple(more["on"])))

    def decide_resistance(self, about: str, value: Any) -> None:
        """QS-47, QS-68: 5 more for every earlier assist to the same, wherever the game master started."""
        assert self.acting
        last = max((self.assists.get(each.name, 0) for each in self.assisted()), default=0)
        self.against = value["with"] if isinstance(value, dict) else last + 5 if last else self.base
        if value == "no":
            self.acting, self.against = None, 0

    def assisted(self) -> list[Person]:
        return self.sharing(self.people[self.acting["friend"]])

    def assist(self) -> Result:
        self.assists |= dict.fromkeys((each.name for each in self.assisted()), self.against)
        return self.helping(self.against)

    def sharing(self, who: Person) -> list[Person]:
        """Who shares a tally."""
        return [who]

    def hear_follower_out(self, event: Any) -> None:
        """QS-51: the follower's ability against a resistance, or against whom another player sends."""
        one, two = self.take()
        said = self.said.get(("against a follower", event.name))
        assert one.name == event.name
        assert one.whole == self.bare(one)
        if said is not None:
            assert two.whole == resistance(self.base, said, self.base)
        assert event.out == (self.outcome(one, two).sign < 0)
        if event.out and event.name in self.people and self.people[event.name].status == "in":
            self.people[event.name].status = "out"
            self.part(event.name)
        if event.out:
            self.follower(event.name).here = False

    # Parting shots

    def decide_shoot_with(self, about: str, value: Any) -> None:
        self.shooter, self.aimed = about, value

    def decide_answer_a_shot(self, about: str, value: Any) -> None:
        self.target, self.answered = about, value

    def settle(self) -> None:
        dice = {die.name: die for die in self.dice}
        if self.shooter and self.target and set(dice) == {self.shooter, self.target}:
            shooter, loser = self.people[self.shooter], self.people[self.target]
            self.check_shot(shooter, dice[shooter.name], self.aimed)
            self.check_shot(loser, dice[loser.name], self.answered)
            result = self.outcome(dice[shooter.name], dice[loser.name])
            self.last_shooter = self.shooter
            self.dice, self.shooter, self.target = [], "", ""
            self.pay_shot(shooter, loser, result, dice)
        self.settle_free_help()
        super().settle()

    def check_shot(self, who: Person, die: Die, said: Any) -> None:
        """QS-42: with an ability that suits the harm, or a resistance that does."""
        expected = said["resistance"] if who.opposition else self.apart(who, said["ability"])
        expected += 0 if who.opposition else self.credible.pop(who.name, 0)
        assert die.whole == expected, (die, expected, who)

    def apart(self, who: Person, ability: str) -> int:
        """What was said of a round's tactic is over with it; help, resources and numbers last."""
        tactic, who.tactic = who.tactic, None
        whole = self.full(who, ability)
        who.tactic = tactic
        return whole

    def hear_acts_freely(self, event: Any) -> None:
        """QS-38: another aim, with a contest if the game master says so."""
        if self.dice:
            said = self.said["another aim", event.name]
            result = self.helping(resistance(self.base, said["with"], self.base))
            assert event.what.endswith(f"a {result.word()}"), (event, result)

    def pay_shot(self, shooter: Person, loser: Person, result: Result, dice: dict[str, Die]) -> None:
        raise NotImplementedError

    # Falls

    def hear_falls(self, event: Any) -> None:
        who = self.people[event.name]
        assert self.spent(who), (event, who)
        assert who.status == "in"
        who.status = "out"
        self.falling.add(who.name)

    def hear_leaves(self, event: Any) -> None:
        self.by[event.name] = event.other
        self.left.add(event.name)
        self.people[event.name].status = "left"
        self.people[event.name].memory = {}
        self.falling.add(event.name)

    def hear_comes_off(self, event: Any) -> None:
        who = self.people[event.name]
        result = Result(-1, self.degree(who))
        assert event.result == result.word(), (event, result, who, self.by.get(who.name))
        self.beaten[who.name] = result
        self.falling.discard(who.name)
        self.part(who.name)
        who.result = result

    def degree(self, who: Person) -> int:
        """By the tally."""
        raise NotImplementedError

    def hear_back_in(self, event: Any) -> None:
        who = self.people[event.name]
        assert not self.spent(who)
        who.status = "in"
        self.falling.discard(who.name)
        if self.last_shooter not in self.foes(who.name):
            self.bouts.append((self.last_shooter, who.name))
            self.numbers_change()
            self.meet(self.people[self.last_shooter], who, joins=True)
        who.result = None
        self.beaten.pop(who.name, None)

    def hear_withdraw(self, event: Any) -> None:
        """QS-71: that pair ends, and both are free."""
        self.part(*event.names)

    def hear_comes_back(self, event: Any) -> None:
        """QS-37."""
        assert event.allowed == (self.said["let back", event.name] == "yes")
        if event.allowed:
            self.people[event.name].status = "in"
            self.beaten.pop(event.name, None)
            self.returned.add(event.name)
            self.left.discard(event.name)

    # The end

    def hear_broken_off(self, event: Any) -> None:
        self.ended = ""

    def hear_prize_goes(self, event: Any) -> None:
        """QS-43; QS-23: what lasts on followers who stood for themselves is their leaders'."""
        for alone in (who for who in self.people.values() if who.leader):
            self.people[alone.leader].lasting += alone.lasting
        sides = {who.side for who in self.people.values() if who.status == "in"}
        settled = [(self.people[name], said) for (what, name), said in self.said.items() if what == "settled"]
        assert len(sides) < 2 or not event.side or settled, (event, sides)
        for one, said in settled:
            for who in (each for each in self.people.values() if each.status == "in"):
                result = result_of(said) if who.side == one.side else result_of(said).other()
                who.result = (self.own_victory(who) if result.sign > 0 else None) or result
        if event.side and not settled:
            assert {event.side} == sides, (event, sides)
            self.overall = self.overall_result(event.side)
            assert event.result == self.overall.word(), (event, self.overall, self.beaten)
            for who in self.people.values():
                if who.side == event.side and who.status == "in":
                    who.result = self.own_victory(who) or self.overall

    def own_victory(self, who: Person) -> Result | None:
        """Over the opponents whom somebody beat; else the whole's counts."""
        degrees = [result.degree for name, result in self.beaten.items() if self.by.get(name) == who.name]
        return Result(1, max(degrees)) if degrees else None

    def overall_result(self, side: str) -> Result:
        """QS-43: against the highest-rated opponent, or of the highest-rated character who was beaten; of several as
        high the second-highest degree."""
        lost = [self.people[name] for name in self.beaten if self.people[name].side != side]
        if side != next(who.side for who in self.people.values() if who.character):
            lost = [who for who in lost if who.name not in self.left] or lost
        rated = [(who.sheet(who.began_with), self.beaten[who.name].degree) for who in lost]
        highest = max(rating for rating, _ in rated)
        degrees = sorted((degree for rating, degree in rated if rating == highest), reverse=True)
        return Result(1, degrees[min(1, len(degrees) - 1)])

    def contributed(self) -> Result:
        settled = [(self.people[name], said) for (what, name), said in self.said.items() if what == "settled"]
        side = next(who.side for who in self.people.values() if who.character)
        for one, said in settled:
            return result_of(said) if one.side == side else result_of(said).other()
        if self.overall is None:
            return Result(0)
        won = any(who.status == "in" and who.side == side for who in self.people.values())
        return self.overall if won else self.overall.other()

    def compare(self, state: Any) -> None:
        super().compare(state)
        for found in (*state.contestants, *state.helpers):
            mine = self.people[found.name]
            assert self.tally(found) == self.tally_of(mine), (found.name, self.tally(found), mine)
            falling = found.name in self.falling
            assert found.status == mine.status or falling, (found.name, found.status, mine.status)

    def tally(self, found: Any) -> tuple[Any, ...]:
        raise NotImplementedError

    def tally_of(self, who: Person) -> tuple[Any, ...]:
        raise NotImplementedError


class ScoredModel(SequenceModel):
    """QS-45 to QS-51."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.lodged: dict[str, int] = {}
        self.floored: set[str] = set()

    def spent(self, who: Person) -> bool:
        return who.rp >= 5 or who.name in self.floored

    def meet(self, one: Person, two: Person, *, joins: bool) -> None:
        """QS-40, QS-48: a new pair starts at 0 to 0; who joins shares the tally of the others on their side. Who came
        back has the old one (QS-37)."""
        for who in (one,) if joins else (one, two):
            if mates := [each for each in self.sharing(who) if each is not who]:
                who.rp = mates[0].rp
            elif who.name not in self.returned:
                who.rp = 0
            self.returned.discard(who.name)

    def tally(self, found: Any) -> tuple[Any, ...]:
        return (found.rp,)

    def tally_of(self, who: Person) -> tuple[Any, ...]:
        return (who.rp,)

    def pay(self, one: Person, two: Person, result: Result, dice: dict[str, Die]) -> None:
        """QS-36, QS-45, QS-46."""
        if not result.sign:
            return
        winner, loser = (one, two) if result.sign > 0 else (two, one)
        if self.aims_elsewhere(winner):
            self.won(winner, result, dice[winner.name].ability)
            return
        stances = [self.plan(who, "stance", "plain") for who in (winner, loser)]
        points = resolution_points(result.degree, *stances)
        self.by[loser.name] = winner.name
        self.due.append(("Takes", loser.name, points))

    def hear_takes(self, event: Any) -> None:
        assert self.due, event
        assert self.due.pop(0) == ("Takes", event.name, event.points), event
        who = self.people[event.name]
        self.move(who, event.points)
        assert event.total == who.rp, (event, who)
        self.lodged |= {each.name: event.points for each in self.sharing(who)}
        self.by |= {each.name: self.by[who.name] for each in self.sharing(who)}
        if who.leader and event.points >= 3:
            self.floored.add(who.name)

    def sharing(self, who: Person) -> list[Person]:
        """QS-48: characters on one side of a pairing; a follower and an opponent have their own."""
        if who.leader or who.opposition:
            return [who]
        mates = [self.people[name] for name in self.pairing(who.name)]
        return [each for each in mates if each.side == who.side and each.character]

    def move(self, who: Person, points: int) -> None:
        total = max(0, who.rp + points)
        for each in self.sharing(who):
            each.rp = total

    def hear_shifts(self, event: Any) -> None:
        """QS-50: to a secondary, who is gone with three."""
        who, follower = self.people[event.name], self.follower(event.follower)
        said = self.said["shift", who.name]
        assert said["with"][follower.name] == event.points
        assert follower.role == "secondary"
        assert follower.here
        self.move(who, -event.points)
        follower.rp += event.points
        follower.here = follower.rp < 3
        assert event.gone == (not follower.here)

    def hear_assisted(self, event: Any) -> None:
        """QS-47: degree + 1 off on a victory, on with a defeat."""
        result = self.assist()
        friend = self.people[event.friend]
        was = friend.rp
        self.move(friend, -result.sign * (result.degree + 1))
        assert (event.points, event.total) == (friend.rp - was, friend.rp), (event, result, was)
        self.by |= dict.fromkeys((each.name for each in self.sharing(friend)), "")

    def pay_shot(self, shooter: Person, loser: Person, result: Result, dice: dict[str, Die]) -> None:
        """QS-49: more on the loser, or off again what the last round and later shots had put on."""
        if result.sign > 0:
            points = result.degree + 1
        elif result.sign < 0 and loser.name not in self.left:
            points = -min(result.degree + 1, self.lodged[loser.name])
        else:
            return
        self.due.append(("ShotLands", shooter.name, loser.name, points))

    def hear_shot_lands(self, event: Any) -> None:
        assert self.due, event
        assert self.due.pop(0) == ("ShotLands", event.name, event.loser, event.points), event
        loser = self.people[event.loser]
        mates = self.fallen_with(loser)
        for each in mates:
            each.rp += event.points
            self.lodged[each.name] = self.lodged.get(each.name, 0) + event.points
        if event.points < 0:
            self.floored.discard(loser.name)
        assert event.total == loser.rp, (event, loser)

    def fallen_with(self, who: Person) -> list[Person]:
        """QS-48, QS-49: a shared tally moves as one; who leaves leaves it to the others as it is."""
        return [who] if who.name in self.left else self.sharing(who)

    def degree(self, who: Person) -> int:
        """QS-45, QS-47: against who beat them; if that was a friend's help, against who faces them."""
        by = self.by.get(who.name)
        faced = [by] if by else self.foes(who.name)
        return scored_degree(who.rp - min((self.people[name].rp for name in faced), default=0))


class WageredModel(SequenceModel):
    """QS-52 to QS-61."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.wagers: dict[str, int] = {}
        self.tried: set[str] = set()
        self.turned: dict[str, str] = {}
        self.changed: set[str] = set()
        self.gift: tuple[str, str, int] | None = None
        self.arrives = False

    def spent(self, who: Person) -> bool:
        return who.ap <= 0

    def tally(self, found: Any) -> tuple[Any, ...]:
        return (found.ap,) if self.round else ()

    def tally_of(self, who: Person) -> tuple[Any, ...]:
        return (who.ap,) if self.round else ()

    def degree(self, who: Person) -> int:
        return wagered_degree(who.ap)

    # The start

    def decide_opening(self, about: str, value: Any) -> None:
        """QS-52: what somebody begins with, and what helps it."""
        chosen = value["ability"]
        ability, helps = (chosen["pick"], chosen["with"]) if isinstance(chosen, dict) else (chosen, {})
        own, follower = helps.get("augment", "none"), helps.get("follower", "none")
        who = self.people[about]
        who.began_with = ability
        who.tactic = Tactic(ability, {}, {"own": own, "follower": follower})

    def decide_augments(self, _: str, value: Any) -> None:
        for key, said in value.items():
            name, _, source = key.rpartition(" ")
            tactic = self.people[name].tactic
            assert tactic is not None
            tactic.ruling = tactic.ruling | {"augment" if source == "own" else "follower": said}

    def hear_starts_with(self, event: Any) -> None:
        """QS-52, QS-58: the whole rating, and what followers add; at least 1."""
        who = self.people[event.name]
        ability = who.tactic.ability if who.tactic else who.began_with
        rating = self.full(who, ability)
        assert who.opposition or event.ability == ability
        assert whole_of(event.rating) == rating, (event, rating, who)
        self.start_anew(who, ability)
        assert event.ap == who.ap, (event, who)
        self.keep_help(who)
        if who.tactic is not None:
            who.tactic.left = []

    def meet(self, one: Person, two: Person, *, joins: bool) -> None:
        """QS-40, QS-41: AP stay, or come anew with the option; a newcomer starts by QS-52."""
        for who in (one, two):
            if not who.start or (self.options.new_pairing_ap == "fresh" and not joins):
                self.start_anew(who, who.tactic.ability if who.tactic else who.began_with)

    def start_anew(self, who: Person, ability: str) -> None:
        followers = [each for other in self.people.values() for each in other.followers]
        more = sum(each.rating for each in followers if each.serves == who.name and each.use == "ap")
        who.ap = who.start = max(1, self.full(who, ability) + more)

    # Wagers

    def hear_wagers(self, event: Any) -> None:
        """QS-53, QS-56: at least 1; a player's up to the larger of start and now, the opposition's what it has."""
        who = self.people[event.name]
        most = max(who.ap, who.start) if not who.opposition else who.ap
        assert 1 <= event.wager <= max(1, most), (event, who)
        self.wagers[who.name] = event.wager

    def hear_wager_falls(self, event: Any) -> None:
        """QS-56."""
        who = self.people[event.name]
        assert event.wager == who.ap < self.wagers[who.name]
        self.wagers[who.name] = event.wager

    def change(self, who: Person, by: int) -> None:
        if by:
            self.due.append(("Changes", who.name, by))

    def hear_changes(self, event: Any) -> None:
        assert self.due, event
        assert self.due.pop(0) == ("Changes", event.name, event.by), event
        who = self.people[event.name]
        who.ap += event.by
        assert event.ap == who.ap

    def pay(self, one: Person, two: Person, result: Result, dice: dict[str, Die]) -> None:
        """QS-54: the actor's wager, whoever loses."""
        self.exchange(one, two, result, dice, self.wagers[one.name], elsewhere=self.aims_elsewhere(one))

    def exchange(
        self,
        actor: Person,
        other: Person,
        result: Result,
        dice: dict[str, Die],
        wager: int,
        *,
        elsewhere: bool,
    ) -> None:
        """QS-36, QS-54, QS-55."""
        if not result.sign:
            if self.options.wager_tie == "both-half":
                for who in (actor,) if elsewhere else (actor, other):
                    self.change(who, -half_up(wager))
            return
        winner, loser = (actor, other) if result.sign > 0 else (other, actor)
        if elsewhere and winner is actor:
            self.won(actor, result, dice[actor.name].ability)
            return
        price = wager_price(wager, result.degree)
        self.change(loser, -price)
        gap = dice[winner.name].whole - dice[loser.name].whole >= 6 and self.options.transfer_gap == "6"
        if dice[winner.name].big and not gap and winner.name not in self.left:
            self.change(winner, price)
        if loser.name not in self.falling:
            self.by[loser.name] = winner.name

    def decide_tactic(self, about: str, value: Any) -> None:
        super().decide_tactic(about, value)
        if (tactic := self.people[about].tactic) is not None and "answer" in tactic.plan:
            self.decide_answer(about, tactic.plan["answer"])

    def decide_answer(self, about: str, value: Any) -> None:
        """QS-11, QS-53: the word on one ability is none on another."""
        if self.turned.get(about) != value:
            self.turned[about] = value
            self.credible.pop(about, None)

    def decide_other_tactic(self, about: str, value: Any) -> None:
        """QS-56: what has become pointless is done otherwise, with a wager that stands."""
        self.decide_answer(about, value)
        self.changed.add(about)

    def clash(self, one: Person, two: Person) -> Result:
        """QS-53: who acts rolls with what was said of the own tactic; what was said of an answer is kept for it."""
        kept = None if one.name in self.changed else self.credible.pop(one.name, None)
        result = super().clash(one, two)
        self.changed.discard(one.name)
        if kept is not None:
            self.credible[one.name] = kept
        return result

    def decide_exchange(self, about: str, _: Any) -> None:
        """QS-60: newly stated, for the prize."""
        who = self.people[about]
        if who.tactic is not None:
            who.tactic.plan = who.tactic.plan | {"aim": "prize"}
        self.theirs[about] = self.theirs.get(about, {}) | {"their aim": "prize"}

    def pay_shot(self, shooter: Person, loser: Person, result: Result, dice: dict[str, Die]) -> None:
        """QS-60: an exchange with a new wager."""
        self.exchange(shooter, loser, result, dice, self.aimed["wager"], elsewhere=False)

    # Gifts and second chances

    def decide_free_action(self, about: str, value: Any) -> None:
        super().decide_free_action(about, value)
        if isinstance(value, dict) and value["pick"] == "assist":
            self.gift = (about, value["with"]["friend"], value["with"]["amount"])

    def decide_proposal(self, about: str, value: Any) -> None:
        """QS-59: the game master may propose another number, which need not be taken."""
        if self.gift is not None and about == self.gift[0] and value == "take":
            self.gift = (*self.gift[:2], self.said["propose a gift", about]["with"])

    def settle(self) -> None:
        if self.gift is not None and len(self.dice) == 2:
            (name, friend, amount), self.gift = self.gift, None
            self.arrives = self.helping(amount).sign > 0
            assert 1 <= amount <= self.people[name].ap
            self.change(self.people[name], -amount)
            if self.arrives:
                self.change(self.people[friend], amount)
        super().settle()

    def hear_no_assist(self, event: Any) -> None:
        self.gift = None

    def decide_give_all(self, about: str, value: Any) -> None:
        self.gift = self.gift if value == "yes" else None

    def hear_given(self, event: Any) -> None:
        """QS-59: the number is the resistance; the giver has lost it either way."""
        assert event.arrives == self.arrives

    def decide_toll_of_a_chance(self, about: str, value: Any) -> None:
        """QS-61: the game master may leave a consequence in any case."""
        if isinstance(value, dict):
            more = value["with"]
            self.due.append(("LeftWith", about, int(more["size"]), more["label"], tuple(more["on"])))

    def decide_second_chance(self, about: str, value: Any) -> None:
        """QS-61: it burns a story point, which adds no success."""
        self.pool -= value != "no"

    def hear_rises(self, event: Any) -> None:
        """QS-61: against the AP below 0; back with a quarter of the start, and weary."""
        who = self.people[event.name]
        assert who.character
        assert who.name not in self.tried
        self.tried.add(who.name)
        won = self.helping(-who.ap).sign > 0 if who.ap < 0 else True
        assert event.back == won
        if won:
            who.ap = quarter_up(who.start)
            who.status = "in"
            who.weary = self.options.second_chance_penalty
            self.beaten.pop(who.name, None)
        assert event.ap == who.ap


class ChainedModel(SequenceModel, Resolve):
    """QS-62 to QS-69."""

    def __init__(self, kind: str, setup: Any, options: Any) -> None:
        super().__init__(kind, setup, options)
        self.powers: list[str] = []
        self.lodged: dict[str, int] = {}

    def spent(self, who: Person) -> bool:
        return who.resolve <= 0

    def has_lost(self, follower: Follower) -> int:
        """QS-66: who stood for themselves has lost what is gone of their resolve."""
        alone = self.people.get(follower.name)
        return 3 - alone.resolve if alone else super().has_lost(follower)

    def tally(self, found: Any) -> tuple[Any, ...]:
        return (found.resolve, found.starting_resolve, found.points)

    def tally_of(self, who: Person) -> tuple[Any, ...]:
        return (who.resolve, who.full_resolve, who.points)

    def degree(self, who: Person) -> int:
        return chained_degree(who.points)

    def pay(self, one: Person, two: Person, result: Result, dice: dict[str, Die]) -> None:
        """QS-36, QS-64."""
        self.lodged |= {one.name: 0, two.name: 0}
        if result.sign:
            winner, loser = (one, two) if result.sign > 0 else (two, one)
            if self.aims_elsewhere(winner):
                self.won(winner, result, dice[winner.name].ability)
            else:
                self.by[loser.name] = winner.name
                self.lose(loser, result.degree + 1, dice[loser.name].ability)
        for who in (one, two):
            self.power(who, result if who is one else result.other())

    def power(self, who: Person, result: Result) -> None:
        """QS-64: incredible powers may cost 1, neither traded nor counted."""
        cost = {"off": False, "defeat": result.sign < 0, "zero-victory": result == Result(1)}
        if self.plan(who, "power", "no") == "yes" and cost[self.options.power_cost]:
            self.powers.append(who.name)

    def hear_loses(self, event: Any) -> None:
        who = self.people[event.name]
        if self.losing is None:
            assert (event.points, who.name in self.powers) == (1, True), event
            self.powers.remove(who.name)
            who.resolve -= 1
            return
        self.lodged[who.name] = self.lodged.get(who.name, 0) + event.points
        super().hear_loses(event)

    def pay_shot(self, shooter: Person, loser: Person, result: Result, dice: dict[str, Die]) -> None:
        """QS-65: as QS-49, with resolve."""
        if result.sign > 0:
            self.lose(loser, result.degree + 1, dice[loser.name].ability)
        elif result.sign < 0 and loser.name not in self.left:
            back = min(result.degree + 1, self.lodged.get(loser.name, 0))
            self.lodged[loser.name] = self.lodged.get(loser.name, 0) - back
            loser.points -= back
            self.due.append(("Regains", loser.name, back))

    def hear_regains(self, event: Any) -> None:
        """QS-68: who is lifted above 0 is back in."""
        super().hear_regains(event)
        who = self.people[event.name]
        if who.status == "out" and who.name not in self.falling and who.resolve > 0:
            who.status = "in"
            self.beaten.pop(who.name, None)

    def settle(self) -> None:
        """QS-68: a recovery is the assist."""
        if self.against and len(self.dice) == 2 and self.acting is not None and self.free_help is None:
            helper = self.dice[0]
            result = self.assist()
            self.against = 0
            self.recovered(result, helper, self.people[self.acting["friend"]], self.setup.assist_defeat)
        super().settle()
