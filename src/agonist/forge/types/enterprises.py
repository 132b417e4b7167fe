"""The contest types without opponents: navigate, explore, and the earlier edition's uncontested conflict."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.kernel import Contest, Procedure

from ..gauntlet.enterprise import JOURNEY, Enterprise, play_enterprise
from ..gauntlet.outlook import journey_outlook
from .common import GauntletType
from .options import EnterpriseOptions
from .setup import EnterpriseSetup, check_common, not_blank, refuse


class EnterpriseType(GauntletType[Enterprise]):
    """What all enterprises share."""

    state_type = Enterprise
    setup_type = EnterpriseSetup
    options_type = EnterpriseOptions

    def check(self, setup: EnterpriseSetup, options: object) -> None:
        check_common(setup, 1, 1)
        if not setup.chain:
            refuse("There is nothing on the way.", "a chain of at least one trait", "set-up.chain")
        not_blank([trait.name for trait in setup.chain], "trait", "set-up.chain")

    def begin(self, setup: EnterpriseSetup, options: EnterpriseOptions) -> Enterprise:
        journey = setup.journey
        return Enterprise(
            **self.gauntlet(setup, options),
            ahead=[trait.copy() for trait in setup.chain],
            journey_rating=journey.rating if journey else 0,
            journey_training=journey.training if journey else 5,
            names=list(journey.names) if journey else [],
        )

    def turn(self, contest: Contest[Enterprise]) -> Procedure[None]:
        return play_enterprise(contest)

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        return {"still ahead": float(len(seen["ahead"]))}


class NavigateType(EnterpriseType):
    name, title = "navigate", "Gauntlet of enterprise to navigate"
    blurb = "A way with known obstacles, one after the other, each tried until it is passed."
    kind = "navigate"


class ExploreType(EnterpriseType):
    name, title = "explore", "Gauntlet of enterprise to explore"
    blurb = "A journey into the unknown, with a morale of its own to wear down."
    kind = "explore"

    def check(self, setup: EnterpriseSetup, options: object) -> None:
        check_common(setup, 1, 1)
        if setup.journey is None:
            refuse("There is no journey.", "a journey with a rating and a training", "set-up.journey")

    def outlook(self, state: Enterprise, seat: str) -> float | None:
        return journey_outlook(state)

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        team = seen["teams"][0]
        return {team["name"]: float(team["morale"]), JOURNEY: float(seen["journey_morale"])}


class UncontestedType(EnterpriseType):
    name, title = "uncontested-conflict", "Uncontested conflict (earlier edition)"
    blurb = "A known way that nobody opposes, with stress, and with morale to keep."
    kind = "uncontested"
    edition = "conflict"

    def gauges(self, seen: Mapping[str, Any]) -> dict[str, float]:
        team = seen["teams"][0]
        return {team["name"]: float(team["morale"]), **super().gauges(seen)}
