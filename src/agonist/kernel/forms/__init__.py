"""Forms: the legal answers to a question, as data.

A form can check an answer completely, give its JSON schema, list or sample its legal answers, and be sent to a
page, a terminal or a program that draws it. Answers are plain JSON values.
"""

from .base import Answer, Form, Option
from .combined import Field, Fields, Many, Split
from .physical import Dealt, Rolled
from .simple import Choice, Number, Several, Text, yes_or_no

__all__ = [
    "Answer",
    "Choice",
    "Dealt",
    "Field",
    "Fields",
    "Form",
    "Many",
    "Number",
    "Option",
    "Rolled",
    "Several",
    "Split",
    "Text",
    "yes_or_no",
]
