"""FG-14, FG-19, FG-22: the last step of a test, an own detrimental trait or an asset, not both."""

from __future__ import annotations

from ..kernel import Contest, Option, Procedure
from .added_dice import misfortune_trait
from .attempt import Attempt, Side
from .events import AssetDropped, AssetUsed, Detriment
from .offers import fits, offer, reveal_to_knowers
from .pool import add
from .scene import Scene, SceneT, named
from .sheet import Asset, Trait

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
        kind, _, rest = key.partition(":")
        if kind == "asset":
            _use_asset(contest, side, attempt, rest)
            return
        if (yield from _suffer_trait(contest, side, rest)):
            return


def _assets(scene: Scene, side: Side, attempt: Attempt) -> list[Option]:
    effort = scene.effort(side, attempt)
    found = {}
    for asset in scene.who(attempt.name).assets:
        if asset.quality:
            other = off_label(asset, side, attempt)
            least = least_effort(asset, off_label=other)
            change = f"at least {least} effort, now {effort}" + (", off-label" if other else "")
            why = "" if least > effort else f"the effort is {effort} already"
            option = Option(
                f"asset:{asset.name}", f"Use {asset.name} (quality {asset.quality})", why, change, "FG-19"
            )
            found[asset.name] = option
    return list(found.values())


def _use_asset(contest: Contest[SceneT], side: Side, attempt: Attempt, name: str) -> None:
    """FG-19: quality drops by 1, a masterpiece's only if the test fails."""
    asset = next(a for a in contest.state.who(attempt.name).assets if a.name == name)
    other = off_label(asset, side, attempt)
    attempt.least = least_effort(asset, off_label=other)
    if asset.quality >= 3:
        attempt.masterpiece = asset.name
    else:
        asset.quality -= 1
    contest.state.count()
    contest.report(AssetUsed(attempt.name, asset.name, attempt.least, asset.quality, other))


def wear_masterpieces(contest: Contest[SceneT], side: Side, *, success: bool) -> None:
    """FG-19: a masterpiece does not drop if the test succeeds."""
    for attempt in side.members:
        if attempt.masterpiece and not success:
            asset = next(a for a in contest.state.who(attempt.name).assets if a.name == attempt.masterpiece)
            asset.quality = max(0, asset.quality - 1)
            contest.report(AssetDropped(attempt.name, asset.name, asset.quality))


def _own(scene: Scene, side: Side) -> list[Trait]:
    user = scene.who(side.main.name)
    misfortune = misfortune_trait(user)
    own = [*user.own_traits(), *([misfortune] if misfortune else [])]
    return [t for t in own if t.name not in side.used and f"{user.name}:{t.name}" not in side.refused]


def _gains(scene: Scene, side: Side) -> list[Side]:
    """FG-15: the opponents who can still take dice from a trait on this roll."""
    return [other for other in scene.opposing(side) if not other.main.source]


def _detriments(scene: Scene, side: Side) -> list[Option]:
    test = scene.running()
    found = {}
    for trait in _own(scene, side):
        r, some = trait.rating, "1 die" if trait.rating == 1 else f"{trait.rating} dice"
        if not test.contested:
            now = test.difficulty + side.raised
            label = f"To your detriment: {trait.name}"
            found[trait.name] = Option(
                f"own:{trait.name}", label, help=f"+{r} Favor, difficulty {now} becomes {now + r}"
            )
        for other in _gains(scene, side):
            label = f"To your detriment: {trait.name}, {some} for {other.main.name}"
            option = Option(f"own:{trait.name}:{other.main.name}", label, help=f"+{r} Favor", rule="FG-22")
            found[option.key] = option
    return list(found.values())


def _suffer_trait(contest: Contest[SceneT], side: Side, key: str) -> Procedure[bool]:
    """FG-14, FG-22: Favor for a higher difficulty, or in a contest for an opponent's dice."""
    scene = contest.state
    user = scene.who(side.main.name)
    gains = {f"{t.name}:{o.main.name}": (t, o) for t in _own(scene, side) for o in _gains(scene, side)}
    trait, other = gains[key] if key in gains else (next(t for t in _own(scene, side) if t.name == key), None)
    if not (yield from fits(contest, side, user.name, user, trait)):
        return False
    user.favor += trait.rating
    rule = "FG-22" if other else "FG-14"
    gives = other.main.name if other else ""
    contest.report(Detriment(user.name, named(trait), trait.rating, gives, under=rule))
    reveal_to_knowers(contest, user, trait)
    if other is None:
        scene.running().difficulty += trait.rating
    else:
        other.main.source = True
        yield from add(contest, other, other.main, trait.rating, "added dice", "FG-22")
    return True
