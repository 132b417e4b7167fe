"""Several server processes, watched over by their parent: it replaces who dies, and never takes healthy ones along.

All listen at one port, and each at one of its own if it is to have one, which stays its replacement's.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from socket import socket
from typing import Any

import uvicorn
from uvicorn.supervisors.multiprocess import Multiprocess, Process

_log = logging.getLogger("agonist.serve")

_TRIES = 3
"""How often each worker is tried before a server that never came up gives up."""

_PAUSE = 1.0
"""How many seconds to wait before a worker that did not come up is tried again."""


class Workers(Multiprocess):
    """Keeps so many processes. One that does not come up is tried again as long as another one serves."""

    def __init__(self, config: uvicorn.Config, shared: socket, own: Sequence[socket] = ()) -> None:
        super().__init__(config, [shared])
        self.own = own
        self.gave_up = False
        self._failures = 0
        self._served: set[Process] = set()

    def init_processes(self) -> None:
        self.processes = [self._started(n) for n in range(self.processes_num)]

    def restart_all(self) -> None:
        """Replace one after the other, as soon as the new one serves."""
        for n, old in enumerate(self.processes):
            new = self._started(n)
            if not new.wait_until_ready(self.config.timeout_worker_healthcheck, self.should_exit):
                new.kill()
                new.join()
                return
            old.terminate()
            old.join()
            self.processes[n] = new

    def _started(self, n: int) -> Process:
        new = Process(self.config, [*self.sockets, *self.own[n : n + 1]])
        new.start()
        return new

    def keep_subprocess_alive(self) -> None:
        patience = self.config.timeout_worker_healthcheck
        for n, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if not process.process.is_alive():
                self._replace(n, process)  # it is not asked first how it is: that would wait for its answer
            elif process.is_ready(patience):
                self._served.add(process)
                self._failures = 0
            elif not process.is_alive(patience):
                self._replace(n, process)

    def _replace(self, n: int, process: Process) -> None:
        process.kill()
        process.join()
        _log.warning("A worker process ended with %s", process.exitcode)
        if process not in self._served:
            self._failures += 1
            others = [each for each in self.processes if each is not process]
            if self._failures >= _TRIES * self.processes_num and not any(each.is_ready() for each in others):
                _log.error("No worker process comes up: giving up")
                self.gave_up = True
                self.should_exit.set()
                return
            self.should_exit.wait(_PAUSE)
        self._served.discard(process)
        self.processes[n] = self._started(n)


def run_workers(application: str, count: int, how: dict[str, Any], ports: Sequence[int] = ()) -> bool:
    """Serve with so many processes until told to stop, each also at a port of its own if there are such; False if they
    would not come up."""
    config = uvicorn.Config(application, workers=count, **how)
    own = [uvicorn.Config(application, **how | {"port": port}).bind_socket() for port in ports]
    for each in own:
        each.listen(config.backlog)  # who comes while a process is not up, waits for it
    workers = Workers(config, config.bind_socket(), own)
    workers.run()
    return not workers.gave_up
