"""Forms: the legal answers to a question, as data. Decisions, set-ups and questions about odds are all asked by them.

A form can check an answer completely, give its JSON schema, list or sample its legal answers, and be sent to a
page, a terminal or a program that draws it. Answers are plain JSON values.
"""

from typing import TYPE_CHECKING

from . import base, combined
from .base import Answer, Form, Option, Picked, follow, picked
from .combined import Field, Fields, Many, Maybe, Pairs
from .physical import Dealt, Rolled
from .places import changed, edited, form_at, names_at, steps_to
from .simple import Choice, Flag, Number, Several, Text, yes_or_no
from .split import Split
from .telling import gist, in_a_sentence, in_words, one_of, where
from .written import Piece, Way, Written

__all__ = [
    "Answer",
    "AnyForm",
    "Choice",
    "Dealt",
    "Field",
    "Fields",
    "Flag",
    "Form",
    "Many",
    "Maybe",
    "Number",
    "Option",
    "Pairs",
    "Picked",
    "Piece",
    "Rolled",
    "Several",
    "Split",
    "Text",
    "Way",
    "Written",
    "changed",
    "edited",
    "follow",
    "form_at",
    "gist",
    "in_a_sentence",
    "in_words",
    "names_at",
    "one_of",
    "picked",
    "steps_to",
    "where",
    "yes_or_no",
]

if TYPE_CHECKING:
    AnyForm = Form
else:
    AnyForm = (
        Choice
        | Dealt
        | Fields
        | Flag
        | Many
        | Maybe
        | Number
        | Pairs
        | Rolled
        | Several
        | Split
        | Text
        | Written
    )
    # Forms hold forms: what is in them is read from JSON as one of these too.
    base.AnyForm = combined.AnyForm = AnyForm
