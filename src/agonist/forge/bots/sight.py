"""What a bot reads from its seat's view: the characters, the test under way, and simple estimates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import Look

from ..people.sheet import ATTRIBUTES, Attribute

View = Mapping[str, Any]


class Sight:
    """A seat's view, with names for what a bot looks for."""

    def __init__(self, state: Look) -> None:
        self.state = state
        self._met: dict[str, View] = {}

    def who(self, name: str) -> View:
        if name not in self._met:
            self._met[name] = self.state.named("characters", name)
        return self._met[name]

    def able(self, team: str) -> list[View]:
        return [c for c in self.state["characters"] if c["team"] == team and not c["out"]]

    def team(self, name: str) -> View:
        return self.state.named("teams", name)

    def morale(self, name: str) -> int:
        """The morale of somebody's team; 0 where there are no teams with morale."""
        return int(self.team(self.who(name)["team"]).get("morale", 0)) if "teams" in self.state else 0

    def captain(self, name: str) -> bool:
        return bool(self.team(self.who(name)["team"])["captain"] == name)

    def expected(self, name: str, skill: str, attribute: str) -> float:
        """The effort that a plain roll brings on average."""
        character = self.who(name)
        return float(character[attribute] * (7 - character["skills"][skill]["training"]) / 6)

    def strongest(self, name: str) -> Attribute:
        """The attribute with most dice."""
        return max(ATTRIBUTES, key=self.who(name).__getitem__)

    def promise(self, name: str, skill: str) -> float:
        """The effort that a skill brings on average with the attribute that promises most."""
        return self.expected(name, skill, self.strongest(name))

    def room(self, name: str) -> int:
        """The largest harm that the boxes of the kind in play can still absorb."""
        character = self.who(name)
        stress = self.state["edition"] == "conflict"
        boxes = character["stress"][self.state.get("track", "physical")] if stress else character["injury"]
        return max((int(box["size"]) for box in boxes if not box["harm"]), default=0)

    def desperate(self, name: str) -> bool:
        """Whether the next blow may be the last."""
        return self.room(name) < 2

    def contested(self) -> bool:
        """Whether somebody tests against others; only a challenge shows a difficulty."""
        return self.state["test"].get("difficulty") is None

    def member(self, name: str) -> View:
        """Somebody's part of the test."""
        sides = self.state["test"]["sides"]
        members: dict[str, View] = {each["name"]: each for side in sides for each in side["members"]}
        return members[name]

    def knows_enough(self, name: str) -> bool:
        """Whether it is known what somebody's side has to reach: everybody whom it tests against has rolled."""
        test = self.state["test"]
        if name not in test["lacks"] or len(test["sides"]) <= 2:
            return name in test["lacks"]
        return all(side["members"][0]["rolled"] for side in test["sides"])

    def lack(self, name: str) -> int:
        """How much effort somebody's side lacks; an attacker whose opponent has not rolled always wants more."""
        return int(self.state["test"]["lacks"].get(name, 1))
