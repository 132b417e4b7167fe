"""FG-14, FG-19, FG-22: the last step of a test, an own detrimental trait or an asset, not both."""

from __future__ import annotations

from ..kernel import Contest, Option, Procedure
from .attempt import Attempt, Side
from .events import AssetDropped, AssetUsed, Detriment
from .offers import fits, offer, reveal_to_knowers
from .pool import add
from .scene import Scene, SceneT, named
from .sheet import Asset, Trait
from .sources import Source, detriments
from .things import told_apart

__all__ = ["detriment_or_asset", "least_effort", "wear_masterpieces"]


def least_effort(asset: Asset, *, off_label: bool) -> int:
    """FG-19: the effort that an asset gives at least.

    >>> [least_effort(Asset("blade", "fight", quality), off_label=False) for quality in (1, 2, 3, 4, 5)]
    [1, 2, 1, 1, 2]
    """
    if off_label:
        return 1
    return (asset.quality - 1) // 2 if asset.quality >= 3 else asset.quality


def off_label(asset: Asset, side: Side, attempt: Attempt) -> bool:
    """Whether an asset is not made for this skill, or not for this side of a contest."""
    return asset.skill != attempt.skill or (side.role != "test" and asset.use not in (side.role, "both"))


def detriment_or_asset(contest: Contest[SceneT], side: Side, attempt: Attempt) -> Procedure[None]:
    """FG-14: offer assets to everybody who tests, and to the main actor also the own detrimental traits."""
    scene = contest.state

    def options() -> list[Option]:
        found = _assets(scene, side, attempt)
        return [*found, *_detriments(scene, side)] if attempt is side.main else found

    while True:
        key = yield from offer(scene, side, attempt, "asset or detriment", "FG-14", "Use neither", options)
        if key is None:
            return
        assets = {f"asset:{label}": label for label in told_apart(scene.who(attempt.name).assets)}
        if key in assets:
            _use_asset(contest, side, attempt, assets[key])
            return
        if (yield from _suffer_trait(contest, side, key)):
            return


def _assets(scene: Scene, side: Side, attempt: Attempt) -> list[Option]:
    effort = scene.effort(side, attempt)
    found = []
    for label, asset in told_apart(scene.who(attempt.name).assets).items():
        if asset.quality:
            other = off_label(asset, side, attempt)
            least = least_effort(asset, off_label=other)
            change = f"at least {least} effort, now {effort}" + (", off-label" if other else "")
            why = "" if least > effort else f"the effort is {effort} already"
            name = f"Use {label} (quality {asset.quality})"
            found.append(Option(f"asset:{label}", name, why, change, "FG-19", leaves=(("effort", least),)))
    return found


def _use_asset(contest: Contest[SceneT], side: Side, attempt: Attempt, label: str) -> None:
    """FG-19: quality drops by 1, a masterpiece's only if the test fails."""
    asset = told_apart(contest.state.who(attempt.name).assets)[label]
    other = off_label(asset, side, attempt)
    attempt.least = least_effort(asset, off_label=other)
    if asset.quality >= 3:
        attempt.masterpiece = label
    else:
        asset.quality -= 1
    contest.state.count()
    contest.report(AssetUsed(attempt.name, asset.name, attempt.least, asset.quality, other))


def wear_masterpieces(contest: Contest[SceneT], side: Side, *, success: bool) -> None:
    """FG-19: a masterpiece does not drop if the test succeeds."""
    for attempt in side.members:
        if attempt.masterpiece and not success:
            asset = told_apart(contest.state.who(attempt.name).assets)[attempt.masterpiece]
            asset.quality = max(0, asset.quality - 1)
            contest.report(AssetDropped(attempt.name, asset.name, asset.quality))


def _detriments(scene: Scene, side: Side) -> list[Option]:
    test = scene.running()
    found = []
    for source in detriments(scene, side):
        r, some = source.rating, "1 die" if source.rating == 1 else f"{source.rating} dice"
        label = f"To your detriment: {source.label}"
        if not test.contested:
            now = test.difficulty + side.raised
            change = f"+{r} Favor, difficulty {now} becomes {now + r}"
            found.append(Option(f"own:{source.label}", label, help=change))
        for other in scene.opposing(side):
            key, whose = f"own:{source.label}:{other.main.name}", f"{label}, {some} for {other.main.name}"
            found.append(Option(key, whose, help=f"+{r} Favor", rule="FG-22"))
    return found


def _suffer_trait(contest: Contest[SceneT], side: Side, key: str) -> Procedure[bool]:
    """FG-14, FG-22: Favor for a higher difficulty, or in a contest for an opponent's dice.

    A volunteered trait takes nothing from what the opponent may use.
    """
    scene = contest.state
    user = scene.who(side.main.name)
    rivals = scene.opposing(side)
    ways: dict[str, tuple[Source, Side | None]] = {}
    for source in detriments(scene, side):
        ways |= {f"own:{source.label}:{other.main.name}": (source, other) for other in rivals}
        ways |= {} if rivals else {f"own:{source.label}": (source, None)}
    chosen, other = ways[key]
    if not (yield from fits(contest, side, user.name, chosen)):
        return False
    trait = chosen.thing
    assert isinstance(trait, Trait)
    user.earn(trait.rating)
    rule = "FG-22" if other else "FG-14"
    gives = other.main.name if other else ""
    contest.report(Detriment(user.name, named(trait), trait.rating, gives, under=rule))
    reveal_to_knowers(contest, user, trait)
    if other is None:
        scene.running().difficulty += trait.rating
    else:
        yield from add(contest, other, other.main, trait.rating, "added dice", "FG-22")
    return True
