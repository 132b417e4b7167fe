"""placeholder"""

from agonist.kernel import Policy

BOTS: dict[str, Policy] = {}
