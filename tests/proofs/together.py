"""Many at once: by processes, as operators and workers are, or by threads, as people are."""

from __future__ import annotations

import multiprocessing
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tests.fakes.waiting import PATIENCE
from tests.proofs.house import House

from backbeat.kernel.errors import Refusal
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, retrying

T = TypeVar("T")

DONE, TURNED_AWAY = "done", "turned away"

Attempt = Callable[[House, int], object]


def outcome(act: Callable[[], object]) -> str:
    """How one attempt ended: done, the refusal's reason or code, or that it was turned away."""
    try:
        retrying(act)
    except Refusal as refusal:
        return refusal.reason or str(refusal.code)
    except DatabaseUnavailable as error:
        return f"{TURNED_AWAY}: {error}"
    return DONE


def by_processes(
    url: str,
    folder: Path,
    attempt: Attempt,
    attempts: int,
    *,
    processes: int = 8,
    prepare: Callable[[], None] = lambda: None,
    patient: bool = True,
) -> Counter[str]:
    """Let processes make the attempts by turns, all beginning together; how they ended.

    `prepare` is called in each process before it opens the database. Somebody `patient` who is
    turned away tries again, as people and operators do; how often is counted as `TURNED_AWAY`.
    """
    context = multiprocessing.get_context("fork")
    start = context.Barrier(processes)
    results = context.SimpleQueue()

    def work(which: int) -> None:
        prepare()
        with House.over(url, folder) as house:
            house.container.engine().connect().close()
            start.wait(PATIENCE)
            mine = range(which, attempts, processes)
            ends = Counter[str]()
            for number in mine:
                end = outcome(lambda n=number: attempt(house, n))  # type: ignore[misc]
                while patient and end.startswith(TURNED_AWAY):
                    ends[TURNED_AWAY] += 1
                    end = outcome(lambda n=number: attempt(house, n))  # type: ignore[misc]
                ends[end] += 1
            results.put(ends)

    workers = [context.Process(target=work, args=(number,)) for number in range(processes)]
    for worker in workers:
        worker.start()
    outcomes: Counter[str] = Counter()
    for worker in workers:
        worker.join(PATIENCE)
        assert worker.exitcode == 0, f"a process ended with {worker.exitcode}"
    while not results.empty():
        outcomes += results.get()
    return outcomes


def by_threads(acts: Sequence[Callable[[], T]]) -> list[T]:
    """Do all of it at once, a thread each; the answers in order. What one raises is raised."""
    start = threading.Barrier(len(acts))
    answers: list[Any] = [None] * len(acts)
    failures: list[Exception] = []

    def work(number: int) -> None:
        try:
            start.wait(PATIENCE)
            answers[number] = acts[number]()
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    if failures:
        raise failures[0]
    return answers
