"""What `agonist doctor` found, and how it tells it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at. Without it being `needed`, its lack is no fault."""

    what: str
    good: bool
    found: str
    remedy: str = ""
    needed: bool = True


def tell(findings: Sequence[Finding]) -> int:
    """Show them, with what to do; the status is 1 if something that is needed does not work."""
    console = Console(highlight=False)
    table = Table.grid(padding=(0, 1))
    for _ in range(3):
        table.add_column(overflow="fold")
    for each in findings:
        sign, style = ("✓", "green") if each.good else ("✗", "bold red") if each.needed else ("–", "yellow")
        words = Text(each.found)
        if not each.good and each.remedy:
            words.append(f"\n→ {each.remedy}", "bold")
        table.add_row(Text(sign, style), each.what, words)
    console.print(table)
    faults = sum(not each.good and each.needed for each in findings)
    console.print()
    console.print(Text("All is well." if not faults else f"{faults} to put right.", "bold"))
    return 1 if faults else 0
