"""A model of extended contests of its own, from the chapter and the rulings, without a line of the game's code.

It hears what was decided and what the dice showed (who bids what with what, whom the game master names, which faces
fell), works out by itself what must come of it, and compares: results, prices, totals, defeats, consequences,
benefits, returns, augments, the order of acting, the prize. Whatever the game reports and the model does not expect,
or the other way round, is a mismatch.
"""

from __future__ import annotations

import re
from typing import Any

from tests.questworlds.reckoning import (
    AUGMENTS,
    BENEFITS,
    CONSEQUENCES,
    CRITICAL,
    DEGREES,
    EIGHTHS,
    FUMBLE,
    GIVEN,
    LENT,
    PENALTIES,
    WORDS,
    Die,
    Lasting,
    Person,
    degree_of,
    half_up,
    natural,
    whole_of,
)


class Model:
    """Follow a contest from its set-up by the events of its log."""

    def __init__(self, setup: Any, options: Any, *, group: bool) -> None:
        self.options, self.group, self.round = options, group, 0
        self.people = {each.name: self._person(each) for each in setup.contestants}
        self.outside = {
            each.name: self._person(each, outside=True) for each in getattr(setup, "outsiders", ())
        }
        self.dice: list[Die] = []
        self.bid: Any = None
        self.answered: str = ""
        self.shot: tuple[str, str] | None = None
        self.due: list[tuple[str, int]] = []
        self.falls_due: list[str] = []
        self.declared: dict[str, int] = {}
        self.rolled_off: list[dict[str, int]] = []
        self.ordered = False
        self.augment: tuple[str, int | None] = ("", 0)
        self.left = ""
        self._followers(setup)
        self.count_ap()

    # Setting up

    def _person(self, entry: Any, *, outside: bool = False) -> Person:
        abilities = {each.name: int(each.rating) for each in entry.abilities}
        lent = [each.ability or each.name for each in entry.followers if each.use == "ability"]
        who = Person(
            name=entry.name, side="" if outside else entry.side or entry.name, player=not entry.resistance,
            hero_points=entry.hero_points, edge=entry.edge, hand=entry.ability or [*abilities, *lent][0],
            abilities=abilities, lasting=[Lasting(each.effect, tuple(each.abilities)) for each in entry.lasting],
            status="outside" if outside else "in",
        )  # fmt: skip
        who.bonuses = [(int(each.value), each.ability) for each in entry.modifiers]
        for each in entry.augments:
            if each.kind == "quick":
                rating = abilities[each.source] if each.rating is None else int(each.rating)
                who.bonuses.append((rating // 5, each.ability or who.hand))
        return who

    def _followers(self, setup: Any) -> None:
        """QW-12: each does one thing, for its owner or for whom it was sent to; the reluctant when they are won."""
        self.followers = {
            each.name: (each, owner.name)
            for owner in (*setup.contestants, *getattr(setup, "outsiders", ()))
            for each in owner.followers
        }
        self.helped: dict[str, int] = {}
        for each, owner in self.followers.values():
            if not (each.reluctant and each.assigned_to):
                self._serve(each, each.assigned_to or owner)

    def _serve(self, follower: Any, master: str) -> None:
        who, rating = self.find(master), int(follower.rating)
        if follower.use == "ap":
            self.helped[master] = self.helped.get(master, 0) + rating
        elif follower.use == "augment":
            who.bonuses.append((rating // 5, who.hand))
        else:
            who.abilities[follower.ability or follower.name] = rating

    def count_ap(self) -> None:
        """QW-11."""
        for who in self.people.values():
            who.ap = who.start = max(1, self.rating(who, who.hand) + self.helped.get(who.name, 0))

    def find(self, name: str) -> Person:
        return self.people.get(name) or self.outside[name]

    def rating(self, who: Person, ability: str) -> int:
        return who.rating(ability, self.options.hurt_penalty)

    # Two dice

    def clash(self, *, own: bool = True) -> tuple[list[int], list[int]]:
        """QW-3 to QW-5: the results after all bumps, and the faces. `own` ratings are worked out and compared."""
        assert len(self.dice) == 2, self.dice
        pair, self.dice = self.dice, []
        lasting = [0, 0]
        for n, die in enumerate(pair):
            who = self.people.get(die.name) or self.outside.get(die.name)
            if who is not None and own:
                assert die.rating == self.rating(who, die.ability), (die, self.rating(who, die.ability))
                lasting[n] = who.bumps(die.ability)
        steps = [natural(die.rating, die.face) for die in pair]
        assert [WORDS[step] for step in steps] == [die.told for die in pair]
        masteries = [max(0, (die.rating - 1) // 20) for die in pair]
        more = [max(0, masteries[0] - masteries[1]), max(0, masteries[1] - masteries[0])]
        steps = self._bump(steps, [more[0] + lasting[0], more[1] + lasting[1]])
        if any(die.hero_point for die in pair):
            steps = self._bump(steps, [int(die.hero_point) for die in pair])
        return steps, [die.face for die in pair]

    def _bump(self, steps: list[int], bumps: list[int]) -> list[int]:
        """QW-4: own steps first; what goes beyond a critical takes the other down, if both have some it cancels."""
        raised = [step + bump for step, bump in zip(steps, bumps, strict=True)]
        over = [max(0, each - CRITICAL) for each in raised]
        raised = [min(each, CRITICAL) for each in raised]
        if self.options.surplus_bumps_down:
            ahead = over[0] - over[1]
            raised = [raised[0] - max(0, -ahead), raised[1] - max(0, ahead)]
        return [max(FUMBLE, each) for each in raised]

    def winner(self, steps: list[int], faces: list[int]) -> int | None:
        """QW-6, QW-17: 0 or 1; None for a tie."""
        if steps[0] != steps[1]:
            return int(steps[1] > steps[0])
        if steps[0] == FUMBLE or faces[0] == faces[1]:
            return None
        higher = int(faces[1] > faces[0])
        return higher if self.options.better_roll == "high" else 1 - higher

    def simple(self, *, own: bool = True) -> str:
        """QW-7: the outcome for the first of the two."""
        steps, faces = self.clash(own=own)
        won = self.winner(steps, faces)
        if won is None:
            return "tie"
        return f"{DEGREES[abs(steps[0] - steps[1])]} {'defeat' if won else 'victory'}"

    # Advantage points

    def change(self, who: Person, by: int) -> None:
        if by:
            who.ap += by
            self.due.append((who.name, by))

    def fall(self, who: Person, by: str = "") -> None:
        """QW-22."""
        if who.ap <= 0 and who.status == "in":
            who.status, who.felled_by, who.fell_in = "defeated", by, self.round
            who.level = f"{degree_of(who.ap)} defeat"
            self.falls_due.append(who.name)

    def settle(self, steps: list[int], faces: list[int], wholes: list[int]) -> int:
        """QW-17 to QW-20: who pays how much; the price."""
        pair = [self.people[self.bid.name], self.people[self.bid.target]]
        won = self.winner(steps, faces)
        if won is None:
            return 0
        better, worse = steps[won], steps[1 - won]
        stake = self.bid.bid + (pair[0].edge if won == 0 and self.options.edges else 0)
        halves = 2 * (better - worse) or 1
        price = half_up(max(0, stake) * halves, 2)
        self.change(pair[1 - won], -price)
        if better == CRITICAL and wholes[1 - won] > wholes[won] - 6:
            self.change(pair[won], price)
        self.fall(pair[1 - won], pair[won].name)
        return price

    # Hearing

    def hear(self, event: Any) -> None:
        name = type(event).__name__
        if name not in ("Changed", "InTheOpen"):
            assert not self.due, f"{self.due} should have changed before {event}"
        if name not in ("Changed", "InTheOpen", "PlainLoss", "Defeated"):
            assert not self.falls_due, f"{self.falls_due} should have fallen before {event}"
        handler = getattr(self, "hear_" + re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(), None)
        if handler:
            handler(event)

    def hear_rolled(self, event: Any) -> None:
        if event.result:
            self.dice.append(Die(event.name, event.die, event.ability, whole_of(event.rating), event.result))

    def hear_hero_point(self, event: Any) -> None:
        """QW-5: one a roll, of players who have one."""
        who = self.find(event.name)
        die = next(die for die in self.dice if die.name == who.name)
        assert who.player
        assert who.hero_points > 0
        assert not die.hero_point
        who.hero_points -= 1
        die.hero_point = True
        assert event.left == who.hero_points

    def hear_changed(self, event: Any) -> None:
        assert self.due, event
        assert (event.name, event.by) == self.due.pop(0)

    def hear_defeated(self, event: Any) -> None:
        who = self.people[event.name]
        assert self.falls_due, event
        assert who.name == self.falls_due.pop(0)
        assert (event.ap, f"{event.degree} defeat") == (who.ap, who.level)
        for each in who.lasting:
            each.fresh_fall = False

    def hear_round_begins(self, event: Any) -> None:
        self.round += 1
        assert event.round == self.round
        self.declared, self.rolled_off, self.ordered = {}, [], False

    def hear_starts_with(self, event: Any) -> None:
        who = self.people[event.name]
        assert event.ap == who.ap == who.start, (event, who)

    def hear_follower_asked(self, event: Any) -> None:
        """QW-12: by the game master's word, or by a simple contest if dice fell."""
        follower, owner = self.followers[event.name]
        if self.dice:
            assert event.goes == self.simple().endswith("victory")
        self._serve(follower, follower.assigned_to if event.goes else owner)
        self.count_ap()

    def hear_augmented(self, event: Any) -> None:
        """QW-9, QW-27: of the size that was rolled or won, or a fifth of a rating."""
        who = self.find(event.name)
        size = AUGMENTS.get(self.simple(own=False), 0) if self.round == 0 else self._won(event.label)
        assert event.value == size, (event, size)
        if size:
            who.bonuses.append((size, event.ability))
        if self.round == 0:
            self.count_ap()

    def _won(self, label: str) -> int:
        """What an aim or an unrelated action brought; if that just happened, a fifth of the rating used."""
        helper, size = self.augment
        if size is not None:
            return size
        return max(0, self.rating(self.people[helper], label.removeprefix(f"{helper}'s "))) // 5

    def hear_bid(self, event: Any) -> None:
        """QW-15, QW-16: at least 1, a player up to the larger of now and the start, a resistance what it has."""
        who, target = self.people[event.name], self.people[event.target]
        assert who.status == "in"
        assert who.side != target.side
        shot = self.shot == (who.name, target.name)
        assert target.status == ("defeated" if shot else "in")
        assert 1 <= event.bid <= max(1, max(who.ap, who.start) if who.player else who.ap), (event, who)
        self.bid = event

    def exchange(self) -> tuple[list[int], list[int], list[int]]:
        self.shot = None
        abilities = [die.ability for die in self.dice]
        pair = [self.people[die.name] for die in self.dice]
        assert [each.name for each in pair] == [self.bid.name, self.bid.target]
        assert abilities[0] == self.bid.ability
        if self.round == 1:
            assert abilities[1] == pair[1].hand, "QW-11"
            assert self.bid.aim or abilities[0] == pair[0].hand, "QW-11"
        steps, faces = self.clash()
        wholes = [self.rating(who, ability) for who, ability in zip(pair, abilities, strict=True)]
        for who, other, whole in zip(pair, pair[::-1], wholes, strict=True):
            who.used.append(whole)
            who.met = [name for name in who.met if name != other.name] + [other.name]
        return steps, faces, wholes

    def hear_compared(self, event: Any) -> None:
        steps, faces, wholes = self.exchange()
        won = self.winner(steps, faces)
        assert not (self.bid.aim and won == 0), "QW-27: who pursues something else scores no AP"
        order = steps if won in (None, 0) else steps[::-1]
        assert event.results == tuple(WORDS[step] for step in order), (event, steps)
        assert event.price == self.settle(steps, faces, wholes), event

    def hear_both_fumble(self, event: Any) -> None:
        """QW-21."""
        steps, _, _ = self.exchange()
        assert steps == [FUMBLE, FUMBLE]
        assert self.group
        assert self.options.double_fumble == "ask" or event.hurts == (
            self.options.double_fumble == "hurts-both"
        )
        if event.hurts:
            pair = [self.people[self.bid.name], self.people[self.bid.target]]
            for who in pair:
                self.change(who, -half_up(self.bid.bid, 2))
            for who in pair:
                self.fall(who)

    def hear_achieved(self, event: Any) -> None:
        """QW-27."""
        steps, faces, _ = self.exchange()
        assert self.bid.aim
        assert self.winner(steps, faces) == 0
        size = AUGMENTS[f"{DEGREES[steps[0] - steps[1]]} victory"]
        self.augment = (event.name, size)

    def hear_unrelated(self, event: Any) -> None:
        """QW-26: with a simple contest, or so; an augment is of that size, else a fifth of the rating used."""
        if event.level:
            level = self.simple()
            assert event.level == level
            self.augment = (event.name, AUGMENTS.get(level, 0))
        else:
            self.augment = (event.name, None)

    def hear_leaves(self, event: Any) -> None:
        """QW-28."""
        who = self.people[event.name]
        if event.level:
            holder = self.people[event.holder]
            assert holder.side != who.side
            assert holder.status == "in"
            level = self.simple()
            assert (event.level, event.out) == (level, level.endswith("victory"))
            if level.endswith("defeat"):
                degree = level.split()[0]
                price = who.ap - 1 if degree == "complete" else half_up(who.ap * EIGHTHS[degree], 8)
                self.change(who, -price)
                self.change(holder, price)
                self.fall(who)
        if event.out:
            who.status = "away"
            self.left = self.left or ("" if self.group else who.name)

    def hear_rejoins(self, event: Any) -> None:
        """QW-29."""
        who = self.people[event.name]
        assert who.status == "away"
        assert 0 <= event.restored <= max(0, who.start - who.ap)
        who.status = "in"
        self.change(who, event.restored)

    def hear_parting_shot(self, event: Any) -> None:
        """QW-30: at whom one has just defeated in an exchange, once."""
        assert self.people[event.target].felled_by == event.name
        self.people[event.target].felled_by = ""
        self.shot = (event.name, event.target)

    def hear_suffers(self, event: Any) -> None:
        """QW-22, QW-23: by the AP that there are now; if brought back, by those of the fall."""
        who = self.people[event.name]
        if who.ap <= 0:
            who.level = f"{degree_of(who.ap)} defeat"
        effect = CONSEQUENCES[who.level.split()[0]]
        assert event.effect == effect, (event, who)
        assert event.value == (self.options.hurt_penalty if effect == "hurt" else PENALTIES.get(effect, 0))
        who.felled_by = ""
        who.lasting = [each for each in who.lasting if not each.fresh_fall]
        who.lasting.append(Lasting(effect, tuple(event.abilities), fresh_fall=True))
        assert who.player or who.ap > 0, "a resistance that stays down has a fate, not a consequence"

    def hear_fate(self, event: Any) -> None:
        who = self.people[event.name]
        assert not who.player
        who.felled_by = ""
        who.level = f"{degree_of(who.ap)} defeat"

    def hear_brought_back(self, event: Any) -> None:
        who = self.people[event.name]
        assert (event.ap, who.status) == (who.ap, "defeated")
        assert who.ap > 0
        kept = CONSEQUENCES[who.level.split()[0]] if any(each.fresh_fall for each in who.lasting) else ""
        assert event.consequence == kept, "QW-30: what is said to stay counts, and nothing else"
        self._back(who)

    def _back(self, who: Person) -> None:
        who.status, who.level = "in", ""
        for each in who.lasting:
            each.fresh_fall = False

    def hear_final_action(self, event: Any) -> None:
        """QW-31: in a group, a player's character, in a later round, once, not dying, for a hero point."""
        who = self.people[event.name]
        assert self.group
        assert who.player
        assert who.status == "defeated"
        assert not who.tried
        assert not who.dying
        assert who.hero_points > 0
        assert self.round > who.fell_in
        assert whole_of(event.against) == -who.ap
        who.hero_points -= 1
        who.tried = True

    def hear_final_action_ends(self, event: Any) -> None:
        who = self.people[event.name]
        assert self.dice[1].rating == -who.ap
        level = self.simple()
        assert (event.level, event.back) == (level, level.endswith("victory"))
        if level == "tie":
            return
        share = half_up(who.start * EIGHTHS[level.split()[0]], 8)
        if event.back:
            self._back(who)
            self.change(who, max(1, share) - who.ap)
        else:
            self.change(who, -share)

    def hear_lends(self, event: Any) -> None:
        """QW-32."""
        lender, friend = self.people[event.name], self.people[event.to]
        assert lender.player
        assert friend.player
        assert lender.side == friend.side
        assert lender is not friend
        assert self.group
        assert lender.status == friend.status == "in"
        assert 0 <= event.amount <= lender.ap
        level = self.simple()
        assert event.level == level
        for who, halves in zip((friend, lender), LENT[level], strict=True):
            share = half_up(event.amount * abs(halves), 2)
            self.change(who, share if halves > 0 else -share)
        for who in (lender, friend):
            self.fall(who)

    def hear_gifts(self, event: Any) -> None:
        """QW-33."""
        giver, friend = self.outside[event.name], self.people[event.to]
        mine, theirs = self.dice
        limit = mine.rating if self.options.gift_limit == "rating" else (mine.rating - 1) % 20 + 1
        assert giver.player
        assert friend.status == "in"
        assert 1 <= event.bid <= limit
        assert theirs.rating == 2 * event.bid
        level = self.simple()
        assert event.level == level
        friends, opponents = GIVEN[level]
        self.change(friend, half_up(event.bid * friends, 2))
        if event.opponent:
            assert opponents
            assert self.people[event.opponent].side != friend.side
            self.change(self.people[event.opponent], half_up(event.bid * opponents, 2))

    def hear_declares(self, event: Any) -> None:
        self.declared[event.name] = sum(event.bids.values())

    def hear_roll_off(self, event: Any) -> None:
        self.rolled_off.append(dict(event.dice))

    def hear_order(self, event: Any) -> None:
        """QW-34, QW-35: all who declared and are in; the highest first, ties by the next measure, then a roll-off."""
        present = {name for name, who in self.people.items() if who.status == "in" and name in self.declared}
        assert set(event.names) == present if not self.ordered else set(event.names) <= present
        self.ordered = True
        if event.moved:
            return
        ranks = [self._rank(name, event.by) for name in event.names]
        assert ranks == sorted(ranks, reverse=True)
        for one, two in zip(event.names, event.names[1:], strict=False):
            if self._rank(one, event.by) == self._rank(two, event.by):
                last = [dice for dice in self.rolled_off if one in dice and two in dice][-1]
                assert last[one] > last[two]

    def _rank(self, name: str, by: str) -> tuple[int, ...]:
        bid, ap = self.declared.get(name, 0), max(1, self.people[name].ap)
        bold = min(3, 4 * bid // ap)
        return {"boldness": (bold, bid), "bid": (bid, bold), "ap": (self.people[name].ap, bid, bold)}[by]

    def hear_benefits(self, event: Any) -> None:
        """QW-23, QW-39: by the last defeated opponent met; none when the best used was 6 above the other's worst."""
        who = self.people[event.name]
        loser = self._last_beaten(who)
        assert loser is not None
        assert who.player
        gap = max(who.used, default=0) - min(loser.used, default=0)
        if gap >= 6:
            assert not event.effect
            return
        effect = BENEFITS[degree_of(loser.ap)]
        assert event.effect == effect
        who.lasting.append(Lasting(effect, tuple(event.abilities)))

    def _last_beaten(self, who: Person) -> Person | None:
        beaten = (self.people[name] for name in reversed(who.met))
        return next((each for each in beaten if each.status == "defeated"), None)

    def hear_prize_goes(self, event: Any) -> None:
        """QW-28, QW-38, QW-39."""
        sides = {who.side for who in self.people.values() if who.status == "in"}
        assert len(sides) < 2
        assert set(event.winners) == {name for name, who in self.people.items() if who.side in sides}
        if self.left:
            assert not event.degree
            return
        for who in self.people.values():
            if who.side in sides and who.status != "defeated" and (loser := self._last_beaten(who)):
                who.level = f"{degree_of(loser.ap)} victory"
        degree = self._degree(next(iter(sides), ""))
        assert event.degree == (f"{degree} victory" if degree else ""), (event, degree)

    def _degree(self, won: str) -> str:
        """QW-39: the second-best of the players' victories, or a single opponent's; else from the losers' defeats."""
        if not won:
            return ""
        if levels := self._levels(won, "victory"):
            single = [who for who in self.people.values() if who.side != won]
            if len(single) == 1 and single[0].status == "defeated":
                return degree_of(single[0].ap)
            return DEGREES[sorted(levels, reverse=True)[min(1, len(levels) - 1)]]
        if any(who.player for who in self.people.values() if who.side == won):
            single = [who for who in self.people.values() if who.side != won]
            if len(single) == 1 and single[0].status == "defeated":
                return degree_of(single[0].ap)
        sides = dict.fromkeys(who.side for who in self.people.values() if who.side != won)
        lost = [self._levels(side, "defeat") for side in sides]
        seconds = [sorted(each, reverse=True)[min(1, len(each) - 1)] for each in lost if each]
        return DEGREES[max(seconds)] if seconds else ""

    def _levels(self, side: str, end: str) -> list[int]:
        players = (who for who in self.people.values() if who.side == side and who.player)
        return [DEGREES.index(who.level.split()[0]) for who in players if who.level.endswith(end)]

    # Comparing

    def compare(self, state: Any) -> None:
        """Whatever is open, totals, standing, hero points and ratings are those of the game."""
        assert not self.due
        assert not self.falls_due
        for who in (*state.contestants, *state.outsiders):
            mine = self.find(who.name)
            assert (who.status, who.hero_points) == (mine.status, mine.hero_points), (who, mine)
            assert who.ap == mine.ap or not self.round, (who, mine)
            for ability in who.abilities:
                found = who.rating(ability.name).whole
                assert found == self.rating(mine, ability.name), (who.name, ability.name, found, mine)
            assert sorted(e.effect for e in who.lasting) == sorted(e.effect for e in mine.lasting), (
                who,
                mine,
            )
