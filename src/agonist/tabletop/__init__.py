"""The tabletop: what all games at a table need, between the kernel and the games. It knows no game.

*cast*: who takes part, who plays them; *board*: who stands against whom, and what they have left; *deed*: what a person
can do now; *offering*: the few deeds that a question opens with; *question*: what is asked, in words; *moment*: what
can be said around a roll; *knobs*: what a table may turn of the rules; *words*, *told*: ways to say a thing.
"""

from agonist.kernel.forms import Picked, picked

from .board import Board, Flank, Stand, board_of, own_side
from .cast import ask_of, check_names, enlisted, handed_over, refuse, seat_named, seats_of
from .deed import Deed, Detail, deeds, done, options
from .knobs import (
    HOUSE_RULES,
    TURNED,
    HouseRuled,
    Knob,
    Knobs,
    house_rules,
    knob,
    knob_fields,
    knob_values,
    knobs_from,
    knobs_of,
    turned,
)
from .moment import (
    SpokenUp,
    Window,
    Windows,
    after_dice,
    as_corrected,
    at_once,
    before_dice,
    beside,
    first_of,
    in_parts,
    keep,
    narrate,
    nothing_more,
    said,
    side_by_side,
    worded,
)
from .offering import Offer, Offered, Word, offered
from .question import Questions, agreed
from .told import OnStage, Told
from .words import amount, begun, listed, minus, quoted, signed, verb, whose

__all__ = [
    "Board",
    "Flank",
    "Stand",
    "board_of",
    "own_side",
    "HOUSE_RULES",
    "TURNED",
    "HouseRuled",
    "Knob",
    "Knobs",
    "handed_over",
    "house_rules",
    "knob",
    "knob_fields",
    "knob_values",
    "knobs_from",
    "knobs_of",
    "turned",
    "said",
    "side_by_side",
    "keep",
    "narrate",
    "first_of",
    "at_once",
    "ask_of",
    "Offer",
    "Offered",
    "OnStage",
    "Told",
    "Word",
    "offered",
    "Deed",
    "Detail",
    "Picked",
    "Questions",
    "agreed",
    "SpokenUp",
    "Window",
    "Windows",
    "after_dice",
    "amount",
    "as_corrected",
    "before_dice",
    "begun",
    "beside",
    "check_names",
    "deeds",
    "done",
    "enlisted",
    "in_parts",
    "listed",
    "minus",
    "nothing_more",
    "options",
    "picked",
    "quoted",
    "refuse",
    "seat_named",
    "seats_of",
    "signed",
    "verb",
    "whose",
    "worded",
]
