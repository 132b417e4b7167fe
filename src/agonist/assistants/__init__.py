"""Assistants: a seat of a table for a language model, through the Model Context Protocol.

Whatever an assistant does goes through the API of a server, with the token of one seat: it can see and do what that
seat can, and nothing more. A contest of its own is played on a server of its own, within the same process.
"""

from .desk import Desk, Refused, invited
from .own import own_house
from .serving import assistant, over_http
from .tools import begun

__all__ = ["Desk", "Refused", "assistant", "begun", "invited", "over_http", "own_house"]
