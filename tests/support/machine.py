"""A bare Debian that is booted by its own systemd, in namespaces of its own: no container engine is needed, but root.

What Debian's installer would have put there comes from its mirror, once, and is kept in .cache; each machine is a copy.
"""

import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.index import ROOT

__all__ = ["Machine", "bare_root"]

SUITE = "bookworm"
PACKAGES = "python3,python3-venv,pipx,caddy,prometheus,systemd,systemd-sysv,dbus,ca-certificates,passwd"
BOOT = """
set -e
root=$1
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs sysfs "$root/sys"
mount --rbind /sys/fs/cgroup "$root/sys/fs/cgroup"
for place in run tmp dev; do mount -t tmpfs tmpfs "$root/$place"; done
for each in null zero full random urandom tty; do
    touch "$root/dev/$each"
    mount --bind "/dev/$each" "$root/dev/$each"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s pts/ptmx "$root/dev/ptmx"
mkdir "$root/dev/shm" "$root/dev/pts" "$root/dev/mqueue"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
hostname bare
cd "$root"
pivot_root . mnt
umount -l /mnt
exec /usr/bin/env -i container=other /lib/systemd/systemd --show-status=0
"""


class Machine:
    """A machine that runs."""

    def __init__(self, root: Path, pid: int) -> None:
        self.root = root
        self.pid = pid

    @classmethod
    @contextlib.contextmanager
    def booted(cls, place: Path) -> Iterator["Machine"]:
        """A new machine with nothing on it; when it is left, its disk is gone."""
        root = place / "root"
        place.mkdir()
        subprocess.run(["cp", "-a", bare_root(), root], check=True)
        (root / "etc/hosts").write_text("127.0.0.1 localhost bare\n")
        (root / "etc/hostname").write_text("bare\n")
        spaces = ("--pid", "--fork", "--kill-child", "--mount", "--uts", "--ipc", "--net", "--cgroup")
        words = ["unshare", *spaces, "--propagation", "private", "sh", "-c", BOOT, "boot", str(root)]
        process = subprocess.Popen(words)
        try:
            machine = cls(root, _child(process))
            machine.until("systemctl is-system-running | grep -E 'running|degraded'")
            yield machine
        finally:
            process.kill()
            process.wait()
            shutil.rmtree(root, ignore_errors=True)

    def run(self, script: str, **environment: str) -> str:
        """What a script of root's prints there; fails if it does."""
        spaces = ("--mount", "--pid", "--net", "--uts", "--ipc", "--cgroup", "--root", "--wd")
        told = subprocess.run(
            [
                "nsenter",
                "--target",
                str(self.pid),
                *spaces,
                "bash",
                "-c",
                f"set -eo pipefail; cd /root; {script}",
            ],
            env={"PATH": "/usr/local/bin:/usr/sbin:/usr/bin", "HOME": "/root", "COLUMNS": "100"}
            | environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        assert told.returncode == 0, f"{script}\n{told.stdout}\n{told.stderr}"
        return told.stdout + told.stderr

    def until(self, script: str, seconds: float = 90) -> None:
        """Wait until a script succeeds."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.run(script)
                return
            except AssertionError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.3)


def bare_root() -> Path:
    """The root of a bare machine, made once."""
    if os.geteuid():
        pytest.skip("a machine can be booted by root alone")
    for program in ("debootstrap", "unshare", "nsenter"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not here: apt-get install debootstrap util-linux")
    place = ROOT / ".cache" / f"debian-{SUITE}"
    if not place.exists():
        part = place.with_suffix(".part")
        shutil.rmtree(part, ignore_errors=True)
        words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(part), *_mirror()]
        told = subprocess.run(words, capture_output=True, text=True, check=False)
        if told.returncode:
            pytest.skip(f"there is no Debian to be had here: {told.stdout.strip().splitlines()[-1]}")
        part.rename(place)
    return place


def _mirror() -> list[str]:
    """Where this machine gets its Debian from, if it says so; debootstrap knows a place else."""
    for file in sorted(Path("/etc/apt").glob("sources.list*/*.sources")):
        if found := re.search(r"^URIs:\s*(\S+)", file.read_text(), re.MULTILINE):
            return [found[1]]
    for file in (Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt").glob("sources.list.d/*.list"))):
        if file.exists() and (
            found := re.search(r"^deb\s+(?:\[.*\]\s+)?(\S+)", file.read_text(), re.MULTILINE)
        ):
            return [found[1]]
    return []


def _child(process: "subprocess.Popen[bytes]") -> int:
    """The first process of the machine, as it is known outside."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(200):
        if process.poll() is None and (found := children.read_text().split()):
            return int(found[0])
        time.sleep(0.05)
    pytest.skip("namespaces of its own are not to be had here")
