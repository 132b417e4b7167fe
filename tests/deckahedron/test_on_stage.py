"""What is seen on stage of a fight: cards, damage dice, and the word for what came of them."""

from pathlib import Path

from tests.golden import play_golden

WON = Path(__file__).parent / "golden" / "fight_won.json"


def test_damage_to_foes_falls_on_stage_before_it_strikes_home() -> None:
    """DK-30, DK-31: the attack's word, the dice, what gets through, and only then what becomes of the foe."""
    staged = [(line.event.cites(), line.event.staged()) for line in play_golden(WON).lines]
    seen = [
        (each.who, each.dice, each.word, each.rare)
        for rule, each in staged
        if each and rule in ("DK-30", "DK-31")
    ]
    assert seen[:4] == [
        ("Bera", (), "A clean hit", ""),
        ("Bera", (4,), "4", ""),
        ("Bera", (1,), "1", ""),
        ("Guard", (), "4 strike home", ""),
    ]
    assert ("Guard", (), "Subdued", "bright") in seen


def test_damage_to_a_character_falls_on_stage_before_the_split_is_asked() -> None:
    """DK-10."""
    staged = [line.event.staged() for line in play_golden(WON).lines]
    assert ("Guard", (6,), "6 damage") in [(each.who, each.dice, each.word) for each in staged if each]


def test_who_hit_whom_with_what_is_said_before_the_number() -> None:
    """DK-10, DK-31: a blow and a hit are sentences that anybody understands."""
    said = [each.says for line in play_golden(WON).lines if (each := line.event.staged()) and each.says]
    assert any(each.startswith("Bera hit Guard with ") for each in said)
    assert any(each == "Guard hit Bera for 6" for each in said)
