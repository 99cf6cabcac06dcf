"""Gunicorn's worker process as we need it (OPS-7, decision 0204)."""

from __future__ import annotations

import asyncio
import os
from time import monotonic
from typing import Any

from gunicorn.workers.gasgi import ASGIWorker

from backbeat_adapters.gc_tuning import tune_gc
from backbeat_http.routes import lane_of, takes_file
from backbeat_http.serving.bridge import Bridge
from backbeat_http.serving.connections import Connection, Connections
from backbeat_http.serving.pools import pools_of
from backbeat_http.serving.served import Served
from backbeat_http.wire import LARGEST_BODY

_TICK = 0.5
"""Seconds between two checks for what takes too long."""


class PatientWorker(ASGIWorker):  # type: ignore[misc]
    """Waits for all its clients in one loop and works in threads, lane by lane."""

    @classmethod
    def check_config(cls, cfg: Any, log: Any) -> None:
        """Accept the setting of threads, which this worker uses and Gunicorn's own ASGI worker
        would reject.
        """

    def load_wsgi(self) -> None:
        application = self.app.wsgi()
        tune_gc()
        served = application if isinstance(application, Served) else Served(application)
        self.served = served
        self.pools = pools_of(served.serving, self.cfg.threads)
        self.asgi = Bridge(
            served,
            self.pools,
            lane_of,
            served.serving.body_seconds,
            lambda method, path: served.largest_form if takes_file(method, path) else LARGEST_BODY,
        )

    async def _serve(self) -> None:
        connections = Connections(
            self.served.serving, self.cfg.worker_connections, self.served.proxies
        )
        for listener in self.sockets:
            server = await self.loop.create_server(
                lambda: Connection(self, connections),
                sock=listener.sock,
                ssl=self._get_ssl_context(),
                backlog=self.cfg.backlog,
            )
            self.servers.append(server)
        watch = self.loop.create_task(_watch(connections))
        while self.alive and self.ppid == os.getppid():
            self.notify()
            await asyncio.sleep(_TICK)
        await self._shutdown()
        watch.cancel()
        for pool in self.pools.values():
            pool.close()
        self.served.at_end()


async def _watch(connections: Connections) -> None:
    while True:
        connections.judge(monotonic())
        await asyncio.sleep(_TICK)
