"""What is told in a sentence, and how it looks on stage."""

from agonist.kernel import Staged
from agonist.tabletop import OnStage, Told


class Fled(Told, frozen=True):
    says = "{names:listed} {names:do run}{why:?: {why}|}. {who:whose} {cards:of card}, {lost:n Wound}: {sign:sign}."
    shows = OnStage("{who}", "{word:begun}", "{who} {gone:?is gone|stays}", "dark", "{cards:of card} left")
    ways = {"sign": {1: "✗"}.__getitem__}
    names: tuple[str, ...]
    who: str
    word: str = "flight"
    why: str = ""
    cards: tuple[str, ...] = ()
    lost: int = 0
    sign: int = 1
    gone: bool = False


def test_a_sentence_says_things_in_their_ways() -> None:
    assert Fled(("Ash",), "Birch").text() == "Ash runs. Birch's no cards, 0 Wounds: ✗."
    several = Fled(("Ash", "Elm"), "Birch", why="a {who}|fire", cards=("one",), lost=2)
    assert several.text() == "Ash and Elm run: a {who}|fire. Birch's 1 card, 2 Wounds: ✗."


def test_what_no_dice_say_is_shown_in_the_same_manner() -> None:
    shown = Fled(("Ash",), "Birch", cards=("one", "two"), gone=True).staged()
    assert shown == Staged("Birch", word="Flight", says="Birch is gone", why="2 cards left", rare="dark")
    assert Fled(("Ash",), "Birch").staged() != shown


class Sung(Told, frozen=True):
    says = "{who} sings."
    who: str


def test_what_is_only_told_is_not_shown() -> None:
    assert Sung("Ash").staged() is None
