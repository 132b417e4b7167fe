"""Deckahedron a second time, written from the chapter and the rulings and from nothing else.

It follows a contest that was played, decision by decision and card by card, keeps its own piles, tokens and foes, and
says where the game came to something else. It shares no code with the game, and is written for plainness.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

SUITS = ("anvil", "blade", "crown", "dragon")
TELLINGS = {"narration", "voice", "wound told", "incapacitation"}
COMPARED = {"act", "foes", "foe", "split", "ruling", "opening", "protection"}
"""Questions at which nothing is half done."""


@dataclass
class Group:
    """One request that was answered: its decisions by what they are and about whom, its dice, and the game's state."""

    asks: list[tuple[str, str, Any]]
    dice: list[list[Any]]
    state: Any
    assumed: set[str]

    def said(self, what: str) -> Any:
        return next((value for kind, _, value in self.asks if kind == what), None)

    @property
    def whats(self) -> set[str]:
        return {what for what, _, _ in self.asks}


@dataclass
class Body:
    """A character: three piles, two kinds of tokens, and what protects."""

    name: str
    suits: dict[str, str]
    deck: list[str]
    discard: list[str]
    lost: list[str]
    harm: int
    wounds: int
    standing: str
    gear: list[dict[str, Any]]
    weapons: list[tuple[str, bool]]
    ammo: int
    xp: int
    advantage: int = 0
    raised: bool = False

    @property
    def up(self) -> bool:
        return self.standing == "up"

    @property
    def stamina(self) -> int:
        """Symbols in deck and discard pile."""
        return sum("s" in card for card in self.deck + self.discard)

    def helps(self, part: str, against: str) -> set[str]:
        """DK-12, DK-20, DK-21: the slots and shields that could keep this off now."""
        takes = {"stamina": {"stamina"}, "harm": {"harm", "harm-or-wound"}, "wound": {"harm-or-wound"}}[part]
        found = set()
        for n, gear in enumerate(self.gear):
            if gear["against"] == against or "any" in (gear["against"], against):
                found |= {
                    f"{n}:{slot['takes']}"
                    for slot in gear["slots"]
                    if slot["takes"] in takes and not slot["filled"]
                }
                if gear["shield"] in takes and not self.raised:
                    found.add(f"shield:{n}")
        return found

    def facts(self) -> tuple[Any, ...]:
        slots = [slot["filled"] for each in self.gear for slot in each["slots"]]
        piles = [sorted(self.deck), sorted(self.discard), sorted(self.lost)]
        return (*piles, self.harm, self.wounds, self.standing, slots, self.ammo, self.xp, self.stamina)


@dataclass
class Enemy:
    name: str
    stamina: int
    die: str
    squares: int
    tough: bool
    unaware: bool
    standing: str
    harm: int = 0
    wounds: int = 0
    edge: int = 0
    dealt: bool = False

    @property
    def up(self) -> bool:
        return self.standing == "up"

    def facts(self) -> tuple[Any, ...]:
        return (self.stamina, self.squares, self.unaware, self.standing, self.harm, self.wounds, self.edge)


@dataclass
class Blow:
    victim: str
    die: str
    against: str
    parts: list[str] = field(default_factory=list)


class Ended(Exception):
    """The contest was followed as far as it was played."""


class Model:
    """Follows the requests of one contest."""

    def __init__(self, start: Any, groups: list[Group], *, ambush: bool = False) -> None:
        self.groups = groups
        self.at = 0
        self.bodies = [_body(each) for each in start.characters]
        self.foes = [_enemy(each) for each in getattr(start, "foes", ())]
        self.supply = list(start.supply)
        self.blows = [Blow(hit.victim, hit.dice, hit.against, list(hit.left)) for hit in start.hits]
        self.leaving: list[Body] = []
        self.helped: set[str] = set()
        self.ambush = ambush
        self.edge_said = ""
        self.use: list[str] | None = None
        """Slots and shields that the player said to use against the hit at hand; None: nothing was said."""
        self.compared = 0

    # Reading

    def peek(self) -> Group:
        """The next request; what is only told at the end is passed over."""
        while self.at < len(self.groups):
            group = self.groups[self.at]
            if group.dice or group.whats - TELLINGS or not group.asks:
                return group
            self.at += 1
        raise Ended

    def next(self, what: str = "") -> Group:
        """The next request, which must be this; where nothing is half done the game's state must be ours."""
        group = self.peek()
        if what:
            assert what in group.whats, f"{what} should be asked, not {group.whats}"
        if group.whats & COMPARED:
            self.compare(group.state)
        self.at += 1
        return group

    def asked(self, what: str, body: Body) -> bool:
        """Whether this is asked next about this character."""
        try:
            group = self.peek()
        except Ended:
            return False
        return any(kind == what and about == body.name for kind, about, _ in group.asks) and not group.dice

    def roll(self, die: str, body: Body, what: str = "") -> tuple[int, Any]:
        """Dice, before which the player may reshuffle; and what else was said before they fell."""
        count, sides, more = _dice(die)
        said = None
        if not count:
            return more, self.next(what).said(what) if what else None
        while True:
            group = self.next()
            said = group.said(what) if what and group.said(what) is not None else said
            if group.dice:
                (faces,) = group.dice
                assert len(faces) == count
                assert all(1 <= face <= sides for face in faces)
                return sum(faces) + more, said
            self._reshuffled(group, body)

    def _reshuffled(self, group: Group, body: Body) -> None:
        assert group.said("reshuffle") == "yes", group
        body.deck, body.discard = body.deck + body.discard, []

    def draw(self, pile: list[str]) -> str:
        group = self.next()
        ((card,),) = group.dice
        assert card in pile, f"{card} cannot come from there"
        return str(card)

    def compare(self, state: Any) -> None:
        self.compared += 1
        for body, real in zip(self.bodies, state.characters, strict=True):
            assert body.facts() == _body(real).facts(), body.name
            assert real.stamina == body.stamina
        for foe, theirs in zip(self.foes, getattr(state, "foes", ()), strict=True):
            assert foe.facts() == _enemy(theirs).facts(), foe.name
        assert sorted(self.supply) == sorted(state.supply)

    # Flips (DK-3 to DK-5)

    def flip(
        self, body: Body, suit: str, net: int, helpers: list[str] | None = None
    ) -> tuple[str, int, bool]:
        """Which card counts, its result, and whether a wound card showed."""
        if len(body.deck) <= 5 and body.discard:
            body.deck, body.discard = body.deck + body.discard, []
        if not body.deck:
            return "", 1, False
        due = min(1 + min(abs(net), 2), len(body.deck))
        shown = [self._first_card(body, helpers)]
        while len(shown) < due and "w" not in shown[-1]:
            shown.append(self.draw(body.deck))
            _move(shown[-1], body.deck, body.discard)
        wanted = (min if net < 0 else max)(_face(card, suit) for card in shown)
        tied = [card for card in shown if _face(card, suit) == wanted]
        card = tied[0]
        if self.asked("tie", body):
            card = self.next("tie").said("tie")
            assert card in tied
        else:
            assert len({_brings(each) for each in tied}) == 1, "the player breaks ties that matter"
        return card, wanted, "w" in shown[-1]

    def _first_card(self, body: Body, helpers: list[str] | None) -> str:
        while True:
            group = self.next()
            self.edge_said = group.said("edge") or self.edge_said
            for kind, about, value in group.asks:
                if kind == "aid" and value == "yes" and helpers is not None and about not in helpers:
                    helpers.append(about)
            if group.dice:
                ((card,),) = group.dice
                assert card in body.deck
                _move(card, body.deck, body.discard)
                return str(card)
            self._reshuffled(group, body)

    def resolve(self, body: Body, card: str) -> None:
        body.xp += "x" in card
        if "b" in card:
            _move(card, body.discard if card in body.discard else body.deck, self.supply)
        blessings = [each for each in self.supply if "b" in each]
        if card == "4444s" and blessings:
            _move(self.draw(blessings), self.supply, body.discard)

    # Being hit (DK-10 to DK-17, DK-20, DK-21)

    def suffer(self, blow: Blow) -> None:
        body = self.body(blow.victim)
        if not body.up:
            return
        self.use = None
        if blow.parts:
            if self.asked("protection", body):
                self.use = list(self.next("protection").said("protection"))
            parts = blow.parts
        else:
            damage, _ = self.roll(blow.die, body)
            if not damage:
                return
            parts = self.split(damage)
        quiet = [False]
        for part in parts:
            if body.up:
                getattr(self, f"take_{part}")(body, blow.against, quiet)
        self.use = None

    def split(self, damage: int) -> list[str]:
        answer = self.next("split").said("split")
        key, more = (answer["pick"], answer["with"]) if isinstance(answer, dict) else (answer, "")
        named = more.get("order", "") if isinstance(more, dict) else more
        self.use = list(more.get("use", [])) if isinstance(more, dict) else []
        counts = _counts(key)
        assert 6 * counts.get("wound", 0) + 3 * counts.get("harm", 0) + counts.get("stamina", 0) == damage
        order = named.split(",") if named else ["wound", "harm", "stamina"]
        return [part for part in order for _ in range(counts.get(part, 0))]

    def take_stamina(self, body: Body, against: str, quiet: list[bool]) -> None:
        self.lose(body, against, quiet)
        self.fall_if_spent(body)

    def take_harm(self, body: Body, against: str, quiet: list[bool]) -> None:
        if self.stopped("harm", body, against) or not body.up:
            return
        if body.harm == 2:
            self.take_wound(body, against, quiet)
            return
        self.lose(body, against, quiet)
        body.harm += 1
        self.fall_if_spent(body)

    def take_wound(self, body: Body, against: str, quiet: list[bool]) -> None:
        if self.stopped("wound", body, against) or not body.up:
            return
        if body.wounds == 2:
            body.standing = "incapacitated"
            return
        self.lose(body, against, quiet)
        body.wounds += 1
        mine = {card for card in body.deck + body.discard if "w" in card}
        coming = sorted({card for card in self.supply if "w" in card} - mine)
        if coming:
            _move(coming[0] if len(coming) == 1 else self.draw(coming), self.supply, body.discard)
        self.fall_if_spent(body)

    def stopped(self, token: str, body: Body, against: str) -> bool:
        """Whether a slot or a shield keeps it off."""
        while body.up and (helps := body.helps(token, against)):
            group = self.next(token)
            answer = group.said(token)
            if token in group.assumed:
                assert answer in (_wanted(helps, self.use) or ["take"]), "what was said is used, and no more"
            if answer == "take":
                return False
            assert answer in helps
            _said(answer, self.use)
            n, _, takes = answer.removeprefix("shield:").partition(":")
            gear = body.gear[int(n)]
            assert "any" in (gear["against"], against) or gear["against"] == against
            if not answer.startswith("shield:"):
                assert takes in (("harm", "harm-or-wound") if token == "harm" else ("harm-or-wound",))
                _fill(gear, takes)
                return True
            assert not body.raised
            assert gear["shield"] == "harm-or-wound" or token == "harm"
            use, self.use = self.use, None
            avoided = self.shield(body)
            self.use = use
            if avoided:
                return True
        return False

    def shield(self, body: Body) -> bool:
        body.raised = True
        net, body.advantage = body.advantage, 0
        card, result, wound = self.flip(body, body.suits["dex"], net)
        self.resolve(body, card)
        if result == 3:
            self.lose(body, "physical", [False])
            self.fall_if_spent(body)
        if wound and body.up:
            self.lose(body, "physical", [False])
            self.fall_if_spent(body)
        return result >= 3

    def lose(self, body: Body, against: str, quiet: list[bool]) -> None:
        """A Stamina point goes, unless a slot takes it."""
        while body.up and not quiet[0]:
            slots = body.helps("stamina", against)
            if not slots and not (body.discard and any("s" in card for card in body.deck)):
                break
            group = self.next("stamina")
            answer = group.said("stamina")
            if "stamina" in group.assumed:
                assert answer in (_wanted(slots, self.use) or ["lose", "rest"]), "every point can be absorbed"
            if answer == "reshuffle":
                body.deck, body.discard = body.deck + body.discard, []
                continue
            if answer in ("lose", "rest"):
                quiet[0] = answer == "rest"
                break
            assert answer in slots
            _said(answer, self.use)
            n, _, takes = answer.partition(":")
            _fill(body.gear[int(n)], takes)
            return
        while body.stamina:
            if not body.deck:
                body.deck, body.discard = body.discard, []
            card = self.draw(body.deck)
            _move(card, body.deck, body.lost if "s" in card else body.discard)
            if "s" in card:
                return

    def fall_if_spent(self, body: Body) -> None:
        if body.up and not body.stamina:
            body.standing = "incapacitated"

    # Fighting (DK-30 to DK-35)

    def follow(self) -> None:
        """The whole contest, as far as it was played."""
        try:
            if not self.foes:
                while self.blows:
                    self.suffer(self.blows.pop(0))
            else:
                self.fight()
        except Ended:
            return
        assert all(not group.whats - TELLINGS and not group.dice for group in self.groups[self.at :])

    def fight(self) -> None:
        if self.ambush:
            self.foes_turn()
        while not self.over():
            self.helped = set()
            for foe in self.foes:
                foe.dealt = False
            waiting = [body for body in self.bodies if body.up]
            while [body for body in waiting if body.up] and not self.over():
                self.turn_begins()
                waiting.remove(self.act(waiting))
                self.settle()
            if not self.over():
                self.foes_turn()

    def over(self) -> bool:
        return not any(foe.up for foe in self.foes) or not any(body.up for body in self.bodies)

    def turn_begins(self) -> None:
        for body in self.bodies:
            body.raised = False

    def settle(self) -> None:
        """What is coming arrives, and then those who flee are gone."""
        while self.blows:
            self.suffer(self.blows.pop(0))
        for body in self.leaving:
            if body.up:
                body.standing = "gone"
        self.leaving = []

    def act(self, waiting: list[Body]) -> Body:
        group = self.next("act")
        assert {about for what, about, _ in group.asks if what == "act"} <= {
            each.name for each in waiting if each.up
        }
        ((_, name, answer),) = [ask for ask in group.asks if ask[0] == "act"]
        body = self.body(name)
        kind, _, which = answer["pick"].partition(":")
        more = answer["with"]
        if kind in ("melee", "ranged"):
            die, ranged = ("1", False) if which == "unarmed" else body.weapons[int(which)]
            assert ranged == (kind == "ranged")
            (self.shoot if ranged else self.melee)(body, die, self.foe(more))
        elif kind == "breather":
            self.breathe(body, more)
        else:
            self.attempt(body)
        return body

    def effort(self, body: Body, attribute: str, net: int) -> tuple[int, list[tuple[Body, bool]]]:
        """DK-34: the best single card of all, and everyone who took part with whether a wound card showed."""
        names: list[str] = []
        body.advantage = 0
        card, result, wound = self.flip(body, body.suits[attribute], net, names)
        flips, part = [(body, card, result)], [(body, wound)]
        assert not self.helped & {*names}, "once a round each"
        for name in sorted(names, key=[each.name for each in self.bodies].index):
            helper = self.body(name)
            self.helped.add(name)
            card, result, wound = self.flip(helper, "anvil", 0)
            flips.append((helper, card, result))
            part.append((helper, wound))
        best = max(result for _, _, result in flips)
        tied = [each for each in flips if each[2] == best]
        chosen = tied[0]
        if len(flips) > 1 and self.asked("tie", body):
            name = self.next("tie").said("tie")
            chosen = next(each for each in tied if each[0].name == name)
        else:
            assert len({_brings(each[1]) for each in tied}) == 1
        self.resolve(chosen[0], chosen[1])
        return best, part

    def pay(self, part: list[tuple[Body, bool]]) -> None:
        for body, wound in part:
            if wound and body.up:
                self.lose(body, "physical", [False])
                self.fall_if_spent(body)

    def melee(self, body: Body, die: str, foe: Enemy) -> None:
        net, foe.edge = body.advantage - foe.edge, 0
        result, part = self.effort(body, "str", net)
        choice = self.next("opening").said("opening") if result == 4 else ""
        if result >= 2:
            damage, _ = self.roll(die if result >= 3 else "1", body)
            if choice == "add":
                damage += self.roll("1d4", body)[0]
            self.hurt(foe, damage)
        self.answers(foe, part, avoided=choice == "avoid")
        self.pay(part)

    def shoot(self, body: Body, die: str, foe: Enemy) -> None:
        assert body.ammo
        net, foe.edge = body.advantage - foe.edge, 0
        result, part = self.effort(body, "dex", net)
        price = {1: "exposed", 4: ""}.get(result, "")
        if result == 3:
            price = self.next("price").said("price")
        if result > 1:
            damage, said = self.roll(die, body, "price" if result == 2 else "")
            price = said if result == 2 else price
            self.hurt(foe, -(-damage // 2) if price == "halve" else damage)
        body.ammo -= price == "ammo"
        self.answers(foe, part, avoided=price != "exposed")
        self.pay(part)

    def hurt(self, foe: Enemy, damage: int) -> None:
        through = max(0, damage - foe.squares)
        foe.squares -= damage - through
        parts = ["stamina"] * through
        if foe.tough and through >= 3:
            key = self.next("replace").said("replace")
            counts = _counts(key)
            assert (
                sum({"wound": 6, "harm": 3, "stamina": 1}[part] * n for part, n in counts.items()) == through
            )
            parts = [part for part in ("wound", "harm", "stamina") for _ in range(counts.get(part, 0))]
        for part in parts:
            if foe.up:
                self.foe_takes(foe, part)

    def foe_takes(self, foe: Enemy, part: str) -> None:
        if part == "harm" and foe.harm < 2:
            foe.harm += 1
        elif part != "stamina":
            if foe.wounds == 2:
                foe.standing = "subdued"
                return
            foe.wounds += 1
        foe.stamina -= 1
        if foe.stamina <= 0:
            foe.standing = "subdued"

    def answers(self, foe: Enemy, part: list[tuple[Body, bool]], *, avoided: bool) -> None:
        surprised, foe.unaware, foe.dealt = foe.unaware, False, True
        if foe.up and not avoided and not surprised:
            self.blows += [Blow(body.name, foe.die, "physical") for body, _ in part if body.up]

    def breathe(self, body: Body, attribute: str) -> None:
        self.edge_said = ""
        result, part = self.effort(body, attribute, body.advantage)
        if result > 1:
            points, _ = self.roll("1d4" if result >= 3 else "1", body)
            self.regain(body, points)
        if result < 4:
            there = [foe for foe in self.foes if foe.up]
            gains = next((foe for foe in there if foe.name == self.edge_said), there[0])
            gains.edge = min(3, gains.edge + 1)
        self.pay(part)

    def regain(self, body: Body, points: int) -> None:
        lost = sorted(body.lost)
        filled = [
            f"{n}:{m}"
            for n, gear in enumerate(body.gear)
            for m, slot in enumerate(gear["slots"])
            if slot["takes"] == "stamina" and slot["filled"]
        ]
        keys = [*map(str, range(len(lost))), *filled]
        if len(keys) > points:
            keys = self.next("regain").said("regain")
            assert len(keys) == points
        for key in keys:
            n, slot, m = key.partition(":")
            if slot:
                body.gear[int(n)]["slots"][int(m)]["filled"] = False
            else:
                _move(lost[int(n)], body.lost, body.discard)

    def attempt(self, body: Body) -> None:
        ruling = self.next("ruling").said("ruling")
        part = [(body, False)]
        if ruling["pick"] == "flip":
            more = ruling["with"]
            _, part = self.effort(body, more["attribute"], more["advantage"] + body.advantage)
            ruling = self.next("ruling").said("ruling")
        told = ruling["with"]
        for name in told["pacified"]:
            self.foe(name).standing = "pacified"
        for foe in [self.foe(name) for name in told["attackers"]]:
            if foe.up:
                foe.dealt, foe.unaware = True, False
                self.blows += [Blow(each.name, foe.die, "physical") for each, _ in part if each.up]
        if told["directly"] != "nothing":
            much = told["directly"]["with"]
            self.blows += [
                Blow(each.name, "", much["against"], _directly(much)) for each, _ in part if _directly(much)
            ]
        body.advantage = max(-3, min(3, body.advantage + told["advantage"]))
        if told["away"] == "yes" and body.up:
            self.leaving.append(body)
        self.pay(part)

    def foes_turn(self) -> None:
        due = [foe for foe in self.foes if foe.up and not foe.dealt]
        plan = self.next("foes").said("foes") if len(due) > 1 else {}
        for n, foe in enumerate(due):
            if self.over() or not foe.up or foe.dealt:
                continue
            self.turn_begins()
            what = "foe" if plan else "foes"
            group = self.next(what)
            answer = group.said(what)
            if "foe" in group.assumed and not foe.unaware:
                self.as_planned(plan, plan[f"foe{n}"], answer)
            self.foe_does(foe, answer)
            self.settle()

    def as_planned(self, plan: dict[str, Any], single: Any, answer: Any) -> None:
        """What was planned is done, as far as it can be."""
        there = {body.name: body for body in self.bodies if body.up}
        if single != "as-all":
            more = single["with"] if isinstance(single, dict) else ""
            target = more["target"] if isinstance(more, dict) else more
            assert answer == single or (target and target not in there)
        elif plan["all"] == "hold":
            assert answer == "hold"
        elif plan["all"] == "weakest":
            assert there[answer["with"]].stamina == min(body.stamina for body in there.values())

    def foe_does(self, foe: Enemy, answer: Any) -> None:
        more: Any
        deed, more = (answer["pick"], answer["with"]) if isinstance(answer, dict) else (answer, "")
        if deed == "attack":
            foe.dealt, foe.unaware = True, False
            self.blows.append(Blow(more, foe.die, "physical"))
        elif deed == "danger":
            if isinstance(more["damage"], dict):
                parts = _directly(more["damage"]["with"])
                self.blows += [Blow(more["target"], "", more["against"], parts)] if parts else []
            else:
                self.blows.append(Blow(more["target"], more["damage"], more["against"]))
        elif deed == "pacified":
            foe.standing = "pacified"
        else:
            foe.unaware = deed == "unaware"

    # Small things

    def body(self, name: str) -> Body:
        return next(each for each in self.bodies if each.name == name)

    def foe(self, name: str) -> Enemy:
        return next(each for each in self.foes if each.name == name)


def _body(real: Any) -> Body:
    gear = [
        {
            "against": each.against,
            "shield": each.shield,
            "slots": [{"takes": slot.takes, "filled": slot.filled} for slot in each.slots],
        }
        for each in real.protection
    ]
    return Body(
        real.name,
        dict(real.suits),
        list(real.deck),
        list(real.discard),
        list(real.exhaustion),
        real.harm,
        real.wounds,
        real.standing,
        gear,
        [(weapon.damage, weapon.ranged) for weapon in real.weapons],
        real.ammo,
        real.xp,
    )


def _enemy(real: Any) -> Enemy:
    return Enemy(
        real.name,
        real.stamina,
        real.damage,
        real.squares,
        real.tough,
        real.unaware,
        real.standing,
        real.harm,
        real.wounds,
        real.edge,
    )


def _directly(much: dict[str, int]) -> list[str]:
    return ["wound"] * much["wounds"] + ["harm"] * much["harm"] + ["stamina"] * much["stamina"]


def _counts(key: str) -> dict[str, int]:
    """How many of each part an answer names, such as ``1wound+2stamina``."""
    return {piece.lstrip("0123456789"): int(piece.rstrip("adhimnorstuw")) for piece in key.split("+")}


def _face(card: str, suit: str) -> int:
    return int(card[SUITS.index(suit)])


def _brings(card: str) -> str:
    """What besides its result comes of a card that counts."""
    return card if "b" in card or card == "4444s" else "xp" if "x" in card else ""


def _move(card: str, source: list[str], target: list[str]) -> None:
    source.remove(card)
    target.append(card)


def _fill(gear: dict[str, Any], takes: str) -> None:
    slot = next(each for each in gear["slots"] if each["takes"] == takes and not each["filled"])
    slot["filled"] = True


def _wanted(helps: set[str], use: list[str] | None) -> list[str]:
    """What helps of that which the player said to use."""
    return [key for key in helps if use is None or any(_alike(each, key) for each in use)]


def _said(key: str, use: list[str] | None) -> None:
    """One of those that were said is used up."""
    for each in use or []:
        if _alike(each, key) and use is not None:
            use.remove(each)
            break


def _alike(named: str, key: str) -> bool:
    return named == key or named.startswith(f"{key}:")


def _dice(text: str) -> tuple[int, int, int]:
    """Count, sides and what is added."""
    dice, _, more = text.partition("+")
    if "d" not in dice:
        return 0, 0, int(dice)
    count, _, sides = dice.partition("d")
    return int(count or 1), int(sides), int(more or 0)
