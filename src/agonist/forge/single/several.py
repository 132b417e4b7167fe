"""FG-25: who wins a contest of several teams."""

from __future__ import annotations


def judge(efforts: dict[str, int], defender: str) -> str:
    """The winning team's name, or nothing if a tie without a defender loses for everyone.

    Attackers tied for the greatest effort all lose, and the next attacker is considered; each has to beat the
    defender, who wins when no attacker is left.

    >>> judge({"A": 3, "B": 3, "C": 2, "D": 1}, "D")
    'C'
    >>> judge({"A": 3, "B": 3, "C": 1, "D": 1}, "D")
    'D'
    >>> judge({"A": 2, "B": 2}, "")
    ''
    """
    attackers = {team: effort for team, effort in efforts.items() if team != defender}
    while attackers:
        best = max(attackers.values())
        leading = [team for team, effort in attackers.items() if effort == best]
        if defender and best <= efforts[defender]:
            return defender
        if len(leading) == 1:
            return leading[0]
        if not defender:
            return ""
        attackers = {team: effort for team, effort in attackers.items() if team not in leading}
    return defender
