"""Clients that ask a server over HTTP. Nothing of the product is loaded where they run."""

from __future__ import annotations

import http.client
import json
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from attrs import define, field, frozen
from tests.bench.measuring import Subject, server_seconds

PATIENCE = 60
PASSWORD = "correct horse"
_TICK = 1 / os.sysconf("SC_CLK_TCK")
"""The least CPU time that is told of a server."""


@frozen
class Call:
    """What is asked, and which part of the answer all servers give alike."""

    name: str
    method: str
    path: str
    query: str = ""
    body: Mapping[str, str] | None = None

    @property
    def is_log_in(self) -> bool:
        return self.body is not None


@frozen
class Serving:
    """A server that runs."""

    port: int
    pid: int


def asked(connection: http.client.HTTPConnection, token: str, call: Call) -> bytes:
    headers = {"Zs-Authentification": token, "Accept": "application/json"}
    if call.body:
        headers["Content-Type"] = "application/json"
    body = json.dumps(call.body) if call.body else None
    connection.request(call.method, call.path + call.query, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    assert answer.status == 200, (answer.status, text[:300])
    return text


@define(slots=False)
class Asking(Subject):
    """Clients that ask one after the other, each on a connection that it keeps."""

    at: Serving
    call: Call
    token: str
    clients: int
    calls: int
    database: int | None = None
    is_first: bool = field(init=False, default=True)

    def before(self) -> None:
        if self.is_first:
            self._ask(self.clients * 2)
            self.is_first = False

    def _ask(self, calls: int) -> list[float]:
        with ThreadPoolExecutor(self.clients) as pool:
            each = -(-calls // self.clients)
            return [took for some in pool.map(self._one, [each] * self.clients) for took in some]

    def _one(self, calls: int) -> list[float]:
        connection = http.client.HTTPConnection("127.0.0.1", self.at.port, timeout=PATIENCE)
        took = []
        try:
            for _ in range(calls):
                started = time.perf_counter()
                asked(connection, self.token, self.call)
                took.append(time.perf_counter() - started)
        finally:
            connection.close()
        return took

    def run(self) -> None:
        """To be told how."""
        raise NotImplementedError


class Cost(Asking):
    """CPU of the server and its database for a call."""

    def run(self) -> None:
        started = self._spent()
        number = len(self._ask(self.calls))
        self.told = max(self._spent() - started, _TICK) / number

    def _spent(self) -> float:
        of_database = server_seconds(self.database) if self.database else 0.0
        return server_seconds(self.at.pid) + of_database


class Wait(Asking):
    """How long the slowest of a hundred takes."""

    on_the_wall = True

    def run(self) -> None:
        took = sorted(self._ask(self.calls))
        self.told = took[len(took) * 99 // 100]
