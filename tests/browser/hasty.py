"""A server in a hurry: what a page shows of chances stands in the same places, however often a contest was played on,
and people are waited for only where a test has said how long.

How good they are is tested in tests/odds and tests/review; at full length they were a third of all that an evening
in a browser cost.
"""

from typing import Any

from agonist.odds import counsel as advising
from agonist.review import curve as curves

INSTEAD = {
    "agonist.odds.counsel:advise": "tests.browser.hasty:advise",
    "agonist.review.curve:chances_now": "tests.browser.hasty:chances_now",
    "agonist.review.curve:chances_before": "tests.browser.hasty:chances_before",
}
REQUESTS = 1_000
PATIENT = 60.0
"""How long a question may take before others get its place, on a machine that has much else to do."""
SCALE = 0.01


def hurry() -> None:
    """Let this process's clerks play on little, and nobody be waited for unless a table says how long."""
    from agonist.odds import clerks
    from agonist.odds.clerks import Clerks
    from agonist.table import stage, starting
    from agonist.table.making import Makers
    from agonist.table.model import NOBODY
    from agonist.table.patience import heeded

    def unless_said(looking: Any, controls: Any, table: Any) -> Any:
        return NOBODY if table.patience == 8 else heeded(looking, controls, table)

    for room in (stage, starting):
        vars(room)["heeded"] = unless_said

    unhurried = Clerks.ask

    async def ask(self: Clerks, asker: str, function: str, *arguments: Any, **how: Any) -> Any:
        patient = {"most": 100} | how
        return await unhurried(self, asker, INSTEAD.get(function, function), *arguments, **patient)

    Clerks.ask = ask  # type: ignore[method-assign]
    vars(clerks)["_HAS_HAD"] = PATIENT
    Makers.scale = SCALE


def advise(*asked: Any) -> Any:
    return advising.advise(*asked, requests=REQUESTS)


def chances_now(situation: Any, seats: Any, first: int = 0) -> Any:
    return curves.chances_now(situation, seats, first, requests=REQUESTS)


def chances_before(data: bytes, seat: str, seats: Any) -> Any:
    curves.REQUESTS = REQUESTS
    return curves.chances_before(data, seat, seats, most=4)
