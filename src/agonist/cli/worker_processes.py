"""Several server processes, watched over by their parent: it replaces who dies, and never takes healthy ones along."""

from __future__ import annotations

import logging
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

    def __init__(self, config: uvicorn.Config, sockets: list[Any]) -> None:
        super().__init__(config, sockets)
        self.gave_up = False
        self._failures = 0
        self._served: set[Process] = set()

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
        self.processes[n] = Process(self.config, self.sockets)
        self.processes[n].start()


def run_workers(application: str, count: int, how: dict[str, Any]) -> bool:
    """Serve with so many processes until told to stop; False if they would not come up."""
    config = uvicorn.Config(application, workers=count, **how)
    workers = Workers(config, [config.bind_socket()])
    workers.run()
    return not workers.gave_up
