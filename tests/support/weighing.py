"""The files of the stage, to be weighed."""

from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "src" / "agonist" / "web" / "static"


def stage_files() -> list[Path]:
    """All script and style that only the stage needs."""
    return [STATIC / "js" / f"{name}.js" for name in ("bodies", "dice", "sounds", "stage")] + [
        STATIC / "css" / "stage.css"
    ]
