"""A group's effort: a main actor who alone uses traits, and helpers (FG-20).

All roll together, then the main actor may use Fortune: with the helpers' dice on the table, for the group's success.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from agonist.odds.distribution import Distribution, mixed
from agonist.odds.refusal import refuse

from .pools import Pool, effort


class Group:
    """Pools that test together, the main actor's first, against an effort that is needed."""

    def __init__(self, pools: Sequence[Pool], needed: int) -> None:
        for pool in pools[1:]:
            if pool.fervor or pool.focus or pool.fortune:
                refuse(
                    "Only the main actor of a group, the first, uses traits (FG-20).", "helpers such as 4@5"
                )
        self.pools, self.needed = pools, needed
        self.single = [effort(pool, upto=needed) for pool in pools[1:]]
        self.main = cache(self._main)

    def _main(self, helped: int) -> Distribution:
        """The main actor's effort beside so much of the helpers."""
        return effort(self.pools[0], lambda made: int(made + helped >= self.needed), self.needed)

    def helpers(self, without: int | None = None) -> Distribution:
        """The effort of the helpers together, or of all but one of them."""
        rest = [each for place, each in enumerate(self.single) if place != without]
        return sum(rest, start=Distribution(0, [1]))

    def total(self) -> Distribution:
        """The effort of all."""
        helped = self.helpers()
        return mixed(
            [
                (weight, _moved(self.main(n), n))
                for n, weight in enumerate(helped.weights, helped.first)
                if weight
            ],
            helped.total,
        )

    def harm(self, member: int) -> dict[int, object]:
        """What a member lacks on the own count where the group fails, with its chance; member 0 is the main actor."""
        found: dict[int, object] = {}
        needed = self.needed
        if member == 0:
            helped = list(self.helpers().items())
            for made in range(needed):
                chance = sum(share * self.main(n)[made] for n, share in helped if made + n < needed)
                found[needed - made] = chance
        else:
            rest = list(self.helpers(without=member - 1).items())
            for made, chance in self.single[member - 1].items():
                failing = sum(share * self.main(made + n).below(needed - made - n) for n, share in rest)
                if made < needed:
                    found[needed - made] = chance * failing
        return {rating: chance for rating, chance in sorted(found.items()) if chance}


def _moved(effort: Distribution, by: int) -> Distribution:
    return Distribution(effort.first + by, effort.weights, effort.total)
