"""What is asked of one seat for several people at once is said once, and answered for all of them with one tap."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from agonist.kernel import Asked
from agonist.tabletop import offered


class Together(msgspec.Struct, frozen=True):
    """Questions that open with the same deeds: the first, and those that the same answer may be given to."""

    first: Asked
    rest: tuple[Asked, ...] = ()

    @property
    def whom(self) -> str:
        """Whom the others are about."""
        return ", ".join(each.about for each in self.rest)

    @property
    def requests(self) -> str:
        """The others by their names, for whoever answers them too."""
        return " ".join(each.id for each in self.rest)


def said_once(asked: Iterable[Asked]) -> list[Together]:
    """Questions of the same kind that differ only in whom they are about, together; all others by themselves."""
    groups: dict[tuple[str, ...], list[Asked]] = {}
    for each in asked:
        found = offered(each.form) if each.about and not each.chance else None
        deeds = [deed.key for deed in found.deeds] if found else [each.id]
        groups.setdefault((each.what, each.seat, *deeds), []).append(each)
    return [Together(first, tuple(rest)) for first, *rest in groups.values()]
