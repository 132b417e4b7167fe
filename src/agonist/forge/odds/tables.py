"""Pools of many sizes at once, in arrays of floats."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def effort_table(most: int, training: int) -> Floats:
    """FG-10: the chance of each effort, by dice from 0 to `most` and effort."""
    hit = (7 - training) / 6
    table = np.zeros((most + 1, most + 1))
    table[0, 0] = 1.0
    for dice in range(1, most + 1):
        before = table[dice - 1]
        table[dice] = before * (1 - hit)
        table[dice, 1:] += before[:-1] * hit
    return table


def contest_table(attack: int, defend: int, training: int, against: int) -> Floats:
    """FG-21: the chance of each margin, by dice of attack and defence from 1 on; margins from −`defend` up."""
    ours = effort_table(attack, training)[1:]
    theirs = effort_table(defend, against)[1:]
    table = np.zeros((attack, defend, attack + defend + 1))
    for made in range(attack + 1):
        table[:, :, made : made + defend + 1] += ours[:, None, made, None] * theirs[None, :, ::-1]
    return table
