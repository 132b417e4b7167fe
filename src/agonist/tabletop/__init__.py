"""The tabletop: what all games at a table need, between the kernel and the games. It knows no game.

*cast*: who takes part, who plays them; *deed*: what a person can do now; *moment*: what can be said around a roll;
*words*: ways to say a thing.
"""

from .cast import check_names, enlisted, refuse, seat_named, seats_of
from .deed import Deed, Detail, Picked, deeds, done, picked
from .moment import Window, after_dice, before_dice, nothing_more
from .words import amount, begun, listed, quoted, signed, whose

__all__ = [
    "Deed",
    "Detail",
    "Picked",
    "Window",
    "after_dice",
    "amount",
    "before_dice",
    "begun",
    "check_names",
    "deeds",
    "done",
    "enlisted",
    "listed",
    "nothing_more",
    "picked",
    "quoted",
    "refuse",
    "seat_named",
    "seats_of",
    "signed",
    "whose",
]
