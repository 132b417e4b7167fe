"""The browser of the tests: Debian's Chromium, which Playwright drives through its path."""

import os
import shutil
from pathlib import Path

# It runs as root too, and asks nothing of any other host.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # no process in reserve for a page that nobody opens
)


def executable() -> Path:
    """The path of Chromium; `make chromium` installs it where it may."""
    for name in (os.environ.get("AGONIST_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"):
        if name and (path := shutil.which(name)):
            return Path(path)
    raise RuntimeError("No Chromium found. On Debian or Ubuntu: apt-get install chromium")
