"""Makes the client that waits out of the one that is awaited: python scripts/waiting_client.py --write."""

import re
import subprocess
import sys
from pathlib import Path

CLIENT = Path(__file__).resolve().parents[1] / "src" / "agonist" / "client"
AWAITED, WAITING = CLIENT / "async_seat.py", CLIENT / "seat.py"

WORDS = {
    r"async ": "",
    r"await ": "",
    r"\bimport asyncio": "import time",
    r"asyncio\.sleep": "time.sleep",
    r"\bAsync(Seat|Iterator|Client)": r"\1",
    r"__a(enter|exit)__": r"__\1__",
    r"\ba(close|read|iter_lines)\(": r"\1(",
    r"each call is awaited": "each call waits for its answer",
}


def waiting() -> str:
    """The text of the client that waits."""
    text = AWAITED.read_text(encoding="utf-8")
    for word, instead in WORDS.items():
        text = re.sub(word, instead, text)
    ruff = [sys.executable, "-m", "ruff", "format", "--quiet", "--stdin-filename", str(WAITING), "-"]
    return subprocess.run(ruff, input=text, capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        WAITING.write_text(waiting(), encoding="utf-8")
    else:
        print(waiting(), end="")
