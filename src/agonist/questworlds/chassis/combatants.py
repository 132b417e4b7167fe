"""Who stands against whom, and what they have left, the same in both editions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

from agonist.kernel import Combatant, ContestType, Fate, State, rows_by_side
from agonist.tabletop import HouseRuled, minus

from .people import GROUPS, enlisted, seats_of

S = TypeVar("S", bound=State)
Row = Mapping[str, Any]
Left = tuple[float | None, float, bool, str]
"""What somebody has left (None where nobody counts it or may know it), what a whole one has, whether it is hidden, and
the rule's own count."""

AP_LEFT = (
    "from defeat",
    "Advantage points: what is staked and lost is gone, and whoever has none left is beaten.",
)
"""What it means to have no advantage points left, in both editions."""

_FATES: dict[str, Fate] = {
    "defeated": "fell",
    "out": "fell",
    "away": "left",
    "left": "left",
    "outside": "aside",
    "beside": "aside",
}


def no_tally(row: Row) -> Left:
    """Where one roll decides nothing is counted: what somebody uses stands instead."""
    rating = (row.get("in_hand") or {}).get("written", "")
    return None, 0, False, f"{row.get('hand', '')} {rating}".strip()


def ap_left(row: Row) -> Left:
    """The advantage points that a seat may know, against those at the start."""
    if "ap" not in row:
        return None, 0, True, ""
    points, began = row["ap"], row["starting_ap"]
    return points, max(points, began), False, f"{minus(points)} AP, {began} at the start"


class QuestContest(HouseRuled, ContestType[S]):
    """What contests have in common in both editions: what they are about, who stands against whom."""

    stake, headline = "prize", "degree"
    character: ClassVar[type[Any]]
    """What a set-up calls somebody by."""

    def seats(self, setup: Any) -> dict[str, str]:
        return seats_of(*[getattr(setup, group, ()) for group in GROUPS])

    def enlist(self, setup: Any, name: str, sheet: Any, seat: str) -> Any:
        return enlisted(setup, name, sheet, seat, self.character)

    def left(self, seen: Row, row: Row) -> Left:
        """What somebody has left."""
        return no_tally(row)

    def combatants(self, seen: Row) -> tuple[Combatant, ...]:
        """Everybody in what a seat sees of a contest."""
        return tuple(
            _combatant(side, row, self.left(seen, row)) for side, row in rows_by_side(seen["contestants"])
        )

    def facing(self, seen: Row, acting: str) -> tuple[str, ...]:
        """Whom somebody meets: in the roll on the table, in a pair, or engaged in an exchange."""
        clash = (seen.get("clash") or {}).get("names", ())
        bouts = [(bout["one"], bout["two"]) for bout in seen.get("bouts", ())]
        engaged = [each.get("engaged", ()) for each in seen["contestants"] if each["name"] == acting]
        met = [name for pair in (clash, *bouts) if acting in pair for name in pair if name != acting]
        return tuple(dict.fromkeys([*met, *(name for names in engaged for name in names)]))


def _combatant(side: int, row: Row, left: Left) -> Combatant:
    amount, full, hidden, count = left
    fate = _FATES.get(row.get("status", "in"), "stands")
    if fate == "aside":
        amount, hidden = None, False
    said = str(row.get("level") or row.get("result") or "") if fate == "fell" else ""
    return Combatant(
        row["name"],
        side,
        row["seat"],
        row["side"],
        amount,
        full,
        hidden=hidden,
        fate=fate,
        said=said.replace("-", " "),
        count=count,
    )
