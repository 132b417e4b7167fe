"""Looks at pages with axe-core. They allow no foreign script, so the test puts it in itself."""

from itertools import cycle
from pathlib import Path
from typing import Any, Literal

from tests.browser.people import Person

AXE = (Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_text(
    encoding="utf-8"
)
# Everything that is folded is opened, so that nothing is passed over.
OPEN = "() => document.querySelectorAll('details').forEach((each) => { each.open = true; })"

ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]
Look = tuple[int, int, Literal["light", "dark"], list[str]]
ON_A_LAPTOP: tuple[Look, ...] = ((1440, 900, "light", ALL), (1440, 900, "dark", COLOURS))
ON_A_PHONE: tuple[Look, ...] = ((360, 740, "dark", ALL), (360, 740, "light", COLOURS))
"""All rules at each width and in each light; what depends on colours at each width in each light."""

RUN = """(rules) => axe.run(document, {resultTypes: ['violations'], iframes: false, runOnly: rules}).then(
  (all) => all.violations.map(
    (each) => [each.id, each.nodes.map((node) => `${node.target}: ${node.failureSummary}`)],
  ))"""


class Audit:
    """What axe-core finds on pages as they stand: by turns on a laptop and on a phone, or `thoroughly` on both."""

    def __init__(self, *, thoroughly: bool = False) -> None:
        self.thoroughly = thoroughly
        self.found: list[str] = []
        self._turns = cycle([ON_A_LAPTOP + ON_A_PHONE] if thoroughly else [ON_A_LAPTOP, ON_A_PHONE])

    def __call__(self, person: Person, *, unfold: bool = False) -> None:
        page = person.page
        if not page.evaluate("() => 'axe' in window"):
            page.evaluate(AXE)
        if unfold:
            page.evaluate(OPEN)
        for width, height, light, rules in next(self._turns):
            page.set_viewport_size({"width": width, "height": height})
            page.emulate_media(color_scheme=light)
            violations: list[Any] = page.evaluate(RUN, rules)
            self.found += [
                f"{rule} on {page.url} at {width} px in {light}: {node}"
                for rule, nodes in violations
                for node in nodes
            ]
