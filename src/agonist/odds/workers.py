"""Where pieces of work are done: in this process, in processes of this machine, or on a Dask cluster.

All three give the results in the order of the tasks, whoever finishes first, so that a sum or a decision to stop
comes out the same everywhere.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar, cast

from .refusal import refuse

T = TypeVar("T")

Workers = Callable[[Callable[..., T], Iterable[tuple[Any, ...]]], Iterator[T]]
"""Calls a function with each of some arguments, and gives the results in their order."""


@contextmanager
def workers(count: int | None = None, cluster: str = "") -> Iterator[Workers[Any]]:
    """Workers for a while: `count` processes (all cores by default, 1 for this process alone), or a cluster's.

    Who leaves before all is done, interrupted for example, leaves no process behind: what was under way is broken off.
    """
    if cluster:
        with _cluster(cluster) as on_cluster:
            yield on_cluster
        return
    wanted = count or _cores()
    if wanted == 1:
        yield lambda function, tasks: (function(*task) for task in tasks)
        return
    with _processes(wanted) as local:
        yield local


def counted(more: int) -> None:
    """Say in a piece of work how much more of it is done, for who waits (`done_so_far`)."""
    if _SO_FAR.shared is None:
        _SO_FAR.here += more
        return
    with _SO_FAR.shared.get_lock():
        _SO_FAR.shared.value += more


def done_so_far() -> int:
    """How much work has been counted in the processes of this machine."""
    return _SO_FAR.here + (_SO_FAR.shared.value if _SO_FAR.shared is not None else 0)


def as_done(
    count: int | None,
    cluster: str,
    function: Callable[..., T],
    tasks: Sequence[tuple[Any, ...]],
    meanwhile: Callable[[], None] = lambda: None,
) -> Iterator[tuple[int, T]]:
    """Call a function with each of some arguments, and give each result with its task's number as soon as it is there.

    While results are waited for, `meanwhile` is called several times a second.
    """
    if cluster or (count or _cores()) == 1:
        with workers(count, cluster) as work:
            yield from enumerate(work(function, tasks))
        return
    from concurrent.futures import FIRST_COMPLETED, wait

    with _pool(count or _cores()) as pool:
        left = {pool.submit(function, *task): number for number, task in enumerate(tasks)}
        while left:
            for future in wait(left, _GLANCE, FIRST_COMPLETED).done:
                yield left.pop(future), future.result()
            meanwhile()


_GLANCE = 0.25
"""How many seconds pass between two looks at how far the work is."""
_PATIENCE = 1.0
"""How many seconds a process that was told to end has."""


class _SoFar:
    """How much work has been counted: in this process, and in those that share a number with it."""

    here: int = 0
    shared: Any = None


_SO_FAR = _SoFar()


@contextmanager
def _processes(count: int) -> Iterator[Workers[Any]]:
    with _pool(count) as pool:

        def call(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
            yield from _in_order(lambda task: pool.submit(function, *task), tasks, ahead=3 * count)

        yield call


@contextmanager
def _pool(count: int) -> Iterator[Any]:
    """A pool of processes; whoever does not come to its end ends them all at once."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    context = get_context(_way_to_start())
    _SO_FAR.here, _SO_FAR.shared = done_so_far(), context.Value("q", 0)
    told = os.getpid(), _SO_FAR.shared
    pool = ProcessPoolExecutor(count, mp_context=context, initializer=_work_for, initargs=told)
    try:
        yield pool
    except BaseException:
        processes = [*(pool._processes or {}).values()]
        pool.shutdown(wait=False, cancel_futures=True)
        _end(processes)
        raise
    pool.shutdown(wait=True, cancel_futures=True)


def _end(processes: Sequence[Any]) -> None:
    """No process is left, however often one is interrupted meanwhile."""
    for each in processes:
        each.terminate()
    try:
        deadline = time.monotonic() + _PATIENCE
        for each in processes:
            each.join(max(0.0, deadline - time.monotonic()))
    finally:
        for each in processes:
            each.kill()


@contextmanager
def _cluster(address: str) -> Iterator[Workers[Any]]:
    try:
        from distributed import Client
    except ImportError:
        refuse("A cluster needs Dask: install it with pip install 'agonist[cluster]'.")
    try:
        client: Any = cast("Any", Client)(address, timeout="10s")
    except (OSError, ValueError, TimeoutError) as problem:
        refuse(
            f"No Dask scheduler answers at {address}: {problem}.",
            "an address such as tcp://127.0.0.1:8786",
            "cluster",
        )

    def call(function: Callable[..., T], tasks: Iterable[tuple[Any, ...]]) -> Iterator[T]:
        ahead = 4 * max(1, sum(client.nthreads().values()))
        yield from _in_order(lambda task: client.submit(function, *task, pure=False), tasks, ahead=ahead)

    try:
        yield call
    finally:
        client.close()


def _in_order(
    submit: Callable[[tuple[Any, ...]], Any], tasks: Iterable[tuple[Any, ...]], *, ahead: int
) -> Iterator[Any]:
    """Keep some tasks ahead of the one whose result is waited for."""
    left = iter(tasks)
    waiting = [submit(task) for task in islice(left, ahead)]
    try:
        while waiting:
            result = waiting.pop(0).result()
            waiting += [submit(task) for task in islice(left, 1)]
            yield result
    finally:
        for future in waiting:
            future.cancel()


def _cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _way_to_start() -> str:
    """Fork where that is safe, as it needs nothing of the script that calls; start anew where other threads run."""
    import threading
    from multiprocessing import get_all_start_methods

    return "fork" if "fork" in get_all_start_methods() and threading.active_count() == 1 else "spawn"


def _work_for(parent: int, so_far: Any) -> None:
    """The process that asked decides when to stop; when it is gone, nobody wants the work any more."""
    import signal
    import threading

    _SO_FAR.here, _SO_FAR.shared = 0, so_far
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_GLANCE)
    os._exit(1)
