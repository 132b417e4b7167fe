"""First the dice, then the word, then what it costs on the board, then the question and the story: on every screen."""

import pytest

from agonist.kernel import Staged
from tests.browser.axe import Audit
from tests.browser.conftest import Sit
from tests.browser.people import LAPTOP, PHONE
from tests.browser.secrets import contest_of
from tests.browser.test_stage import MOVES, held
from tests.browser.throwing import listening, stage_of, throw

ROOM = {"width": 1920, "height": 1080}
PRESETS = (
    "questworlds/extended/bridge",
    "deckahedron/fight/soldiers",
    pytest.param("questworlds-srd/scored/courtyard", marks=pytest.mark.soak),
    pytest.param("forge/challenge/guards-at-the-gate", marks=pytest.mark.soak),
)
"""Dice and cards; one script lets them fall in all games."""

RECORD = """() => {
  const order = globalThis.order = [], stage = document.getElementById('stage');
  const names = { board: 'board', lines: 'story', yours: 'question' };
  const now = () => (stage.matches('.said') ? 'word' : stage.matches('.open') ? 'dice' : 'closed');
  const covered = () => document.getElementById('held').checkVisibility();
  const name = (id) => (id === 'board' && covered() ? 'covered' : names[id] ?? now());
  const seen = new MutationObserver((all) => { for (const each of all) order.push(name(each.target.id)); });
  seen.observe(stage, { attributeFilter: ['class'] });
  for (const id of Object.keys(names)) seen.observe(document.getElementById(id), { childList: true });
}"""
ENDED = """() => {
  const word = globalThis.order.indexOf('word');
  return word >= 0 && globalThis.order.lastIndexOf('story') > word;
}"""


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_told_before_the_dice_have_told_it(sit: Sit, preset: str) -> None:
    ana = sit("Ana", viewport=PHONE, reduced_motion=MOVES)
    held(ana, preset)
    mine = ana.context.storage_state()
    other = sit("another screen", viewport=LAPTOP, reduced_motion=MOVES, storage_state=mine)
    room = sit("the room", viewport=ROOM, reduced_motion=MOVES, storage_state=mine)
    listening(other, ana.page.url)
    listening(room, f"/contests/{contest_of(ana)}?tv=yes")
    for each in (ana, other, room):
        each.page.evaluate(RECORD)
    ana.page.click("#now button.roll")
    for each in (ana, other, room):
        each.page.wait_for_function(ENDED)
        order: list[str] = each.page.evaluate("() => globalThis.order")
        shown = order[order.index("dice") :]
        assert not {"board", "story", "question"} & set(shown[: shown.index("word")]), (each.name, order)
        after = [what for what in shown[shown.index("word") :] if what in ("board", "story", "question")]
        assert after[0] == "board", (each.name, order)


FREEZE = """() => {
  const stage = document.getElementById('stage');
  Object.defineProperty(stage, 'className', { set() {} });
  stage.querySelector('.scene').replaceChildren = () => {};
}"""


@pytest.mark.parametrize("rare", ["bright", "dark"])
def test_the_stage_is_open_to_everybody(sit: Sit, audit: Audit, rare: str) -> None:
    """axe has nothing to say about dice that lie and the word for them."""
    ana = sit("Ana", reduced_motion="reduce")
    stage_of(ana, "questworlds/extended/bridge")
    word = Staged(who="Ana", word="So be it", rare="bright" if rare == "bright" else "dark")
    throw(ana, Staged("Ana", "Sword 17", (1,), 20, word="Critical"), word)
    ana.page.evaluate(FREEZE)
    audit(ana)
