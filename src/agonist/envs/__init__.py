"""Environments: every kind of contest for learning machines, as PettingZoo knows them.

Importing this registers them: ``agonist/questworlds-scored_v0`` is the kind ``scored`` of the game ``questworlds``.
"""

from .contest import ACTIONS, SIZE, ContestEnv, contest_env
from .policies import play, policy_agent, random_agent
from .registered import ids, register_all
from .regret import exact_regret

__all__ = [
    "ACTIONS",
    "SIZE",
    "ContestEnv",
    "contest_env",
    "exact_regret",
    "ids",
    "play",
    "policy_agent",
    "random_agent",
    "register_all",
]

register_all()
