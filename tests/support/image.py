"""A Containerfile, read; and its steps done one by one in bare roots, where no container engine can run."""

import json
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support.machine import bare_root

__all__ = ["Step", "built", "running", "steps"]

PATH = "/usr/local/bin:/usr/sbin:/usr/bin:/bin"


class Step(NamedTuple):
    """One instruction."""

    word: str
    rest: str


def steps(file: Path) -> list[Step]:
    """The instructions of a Containerfile, in order."""
    text = re.sub(r"\\\n", " ", file.read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [Step(*line.split(maxsplit=1)) for line in lines]


def built(file: Path, context: Path, place: Path, environment: dict[str, str]) -> Path:
    """Do every step; returns the root of the last stage. What is fetched comes from `environment`."""
    stages: dict[str, Path] = {}
    root = place
    for number, (word, rest) in enumerate(steps(file)):
        words = shlex.split(rest)
        if word == "FROM":
            root = place / f"stage-{number}"
            subprocess.run(["cp", "-a", bare_root(), root], check=True)
            stages[words[-1]] = root
            shutil.copytree(environment["PIP_FIND_LINKS"], root / "index")
        elif word == "COPY":
            source = context
            if words[0].startswith("--from="):
                source = stages[words.pop(0).removeprefix("--from=")]
            _copy(source, words[:-1], root, words[-1])
        elif word == "RUN":
            inside = {"PATH": PATH, "HOME": "/root"} | environment | {"PIP_FIND_LINKS": "/index"}
            subprocess.run(["chroot", root, "sh", "-c", rest], env=inside, check=True)
    return root


def _copy(source: Path, names: list[str], root: Path, target: str) -> None:
    for name in names:
        for found in sorted(source.glob(name.lstrip("/"))):
            there = root / target.lstrip("/")
            if found.is_dir():
                shutil.copytree(found, there, symlinks=True)
            else:
                there.mkdir(parents=True, exist_ok=True)
                shutil.copy(found, there)


@contextmanager
def running(file: Path, root: Path) -> Iterator[list[str]]:
    """Run what the image runs, as whom it does, on a root that cannot be written to but for its volume and /tmp.

    Gives the words that another command begins with to be run there.
    """
    found = dict(steps(file))
    user, volume = found["USER"].partition(":")[0], found["VOLUME"]
    given = {"PATH": PATH} | dict(each.split("=", 1) for each in shlex.split(found["ENV"]))
    shut = (
        'mount --bind "$1" "$1"; mount --bind "$1$2" "$1$2"; mount -t tmpfs -o mode=1777 tmpfs "$1/tmp"; '
        'mount -t proc proc "$1/proc"; mount -o remount,bind,ro "$1"; shift 2; exec "$@"'
    )
    alone = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "sh", "-ec"]
    inside = [
        "chroot",
        f"--userspec={user}:{user}",
        str(root),
        "env",
        "-i",
        *(f"{k}={v}" for k, v in given.items()),
    ]
    main = [*json.loads(found["ENTRYPOINT"]), *json.loads(found["CMD"])]
    process = subprocess.Popen(
        [
            *alone,
            f"{_reach_oneself()}; {shut}",
            "shut",
            str(root),
            volume,
            *inside,
            "sh",
            "-c",
            f"cd {volume}; exec {shlex.join(main)}",
        ]
    )
    try:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (child := children.read_text().split()):
            time.sleep(0.05)
        yield ["nsenter", "--target", child[0], "--mount", "--net", *inside]
    finally:
        process.kill()
        process.wait()


def _reach_oneself() -> str:
    """The command that lets a new network of one reach itself: the flag IFF_UP for its loopback."""
    code = (
        "import fcntl, socket, struct; "
        "fcntl.ioctl(socket.socket(), 0x8914, struct.pack('16sH14x', b'lo', 0x41))"
    )
    return shlex.join([sys.executable, "-c", code])
