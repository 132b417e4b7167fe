"""Balance: how a contest that is ready to play stands, by who plays, where it is decided and what would change it."""

from .measuring import Balance, balance
from .page import page_of, summary

__all__ = ["Balance", "balance", "page_of", "summary"]
