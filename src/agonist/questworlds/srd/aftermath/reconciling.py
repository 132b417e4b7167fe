"""A sheet that two contests have changed: what a long one did to it is done to what another left (QS-44)."""

from __future__ import annotations

from typing import Any

from ..people.limits import LEAST_RESOLVE, MOST_EXPERIENCE, MOST_RESOLVE
from ..people.sheets import LastingEntry, Sheet


def reconciled(began: Sheet, kept: Sheet, ended: Sheet) -> Sheet:
    """What has changed since a contest began, on the sheet as the table has kept it meanwhile."""
    gone = [each for each in began.lasting if each not in ended.lasting]
    new = [each for each in ended.lasting if each not in began.lasting]
    starting = min(
        MOST_RESOLVE, max(0, kept.starting_resolve + ended.starting_resolve - began.starting_resolve)
    )
    resolve = max(LEAST_RESOLVE, kept.resolve + ended.resolve - began.resolve)
    experience = kept.experience + ended.experience - began.experience
    return Sheet(
        name=ended.name,
        abilities=_changed(began, kept, ended, "abilities"),
        flaws=_changed(began, kept, ended, "flaws"),
        followers=_changed(began, kept, ended, "followers"),
        lasting=(*_without(kept.lasting, gone), *new),
        resolve=min(resolve, starting),
        starting_resolve=starting,
        fallen=_changed(began, kept, ended, "fallen"),
        experience=min(MOST_EXPERIENCE, max(0, experience)),
        marks=_marks(began, kept, ended),
        story_over=kept.story_over or ended.story_over,
    )


def _changed(began: Sheet, kept: Sheet, ended: Sheet, field: str) -> Any:
    return getattr(kept if getattr(ended, field) == getattr(began, field) else ended, field)


def _without(effects: tuple[LastingEntry, ...], gone: list[LastingEntry]) -> list[LastingEntry]:
    left = list(effects)
    for each in gone:
        if each in left:
            left.remove(each)
    return left


def _marks(began: Sheet, kept: Sheet, ended: Sheet) -> tuple[str, ...]:
    """QS-29: what has taught something in this session; a session that began in the contest begins anew."""
    if not set(began.marks) <= set(ended.marks):
        return ended.marks
    return tuple(dict.fromkeys((*kept.marks, *(each for each in ended.marks if each not in began.marks))))
