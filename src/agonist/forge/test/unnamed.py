"""FG-12, FG-30: before dice fall, who has taken harm may still say what it is called."""

from __future__ import annotations

from msgspec import structs

from agonist.kernel import Answer, Contest, Procedure

from ..people.naming import call, naming
from ..scene import Fresh, SceneT
from .moment import Word


def unnamed(contest: Contest[SceneT]) -> list[Word]:
    """What has not been named yet; when these dice have fallen it is called as it is."""
    if contest.closed("harm"):
        return []
    return [_word(contest, harm) for harm in contest.state.fresh]


def _word(contest: Contest[SceneT], harm: Fresh) -> Word:
    def named(answer: Answer) -> Procedure[None]:
        call(contest, harm, answer)
        yield from ()

    ask = structs.replace(naming(contest.state, harm), interrupts=True)
    return Word(ask, named, f"{harm.kind}:{harm.box}")
