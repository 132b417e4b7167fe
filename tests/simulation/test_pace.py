"""The benchmark of the pace counts the seconds of others' questions, and no others."""

from agonist.kernel import register
from benchmarks.pace import measured
from examples import standoff

register(standoff.GAME)


def test_a_wait_is_what_others_take_beyond_ones_own_time() -> None:
    """Two rivals are asked together: equally quick they wait for nobody, and for seven seconds for who needs twelve."""
    place = ("standoff", "standoff", "noon")
    even = {each["plays"]: each for each in measured(*place, speeds=(5, 5, 5), contests=1)}
    uneven = {each["plays"]: each for each in measured(*place, speeds=(5, 5, 12), contests=1)}
    assert even["first"]["acts"] == uneven["first"]["acts"] > 1
    assert (even["first"]["longest wait"], even["second"]["longest wait"]) == (0.0, 0.0)
    assert (uneven["first"]["longest wait"], uneven["second"]["longest wait"]) == (7.0, 0.0)
