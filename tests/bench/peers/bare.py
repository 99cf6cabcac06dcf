"""The limit: Falcon that answers each path with the same bytes, out of a file: gunicorn tests.bench.peers.bare:application."""

from __future__ import annotations

import json
import os
from pathlib import Path

import falcon

ANSWERS: dict[str, str] = json.loads(Path(os.environ["BENCH_ANSWERS"]).read_text())


class _Constant:
    def __init__(self, answer: bytes) -> None:
        self.answer = answer

    def on_get(self, _: falcon.Request, resp: falcon.Response) -> None:
        resp.data = self.answer

    def on_post(self, req: falcon.Request, resp: falcon.Response) -> None:
        req.bounded_stream.read()
        resp.data = self.answer


application = falcon.App()
for _path, _answer in ANSWERS.items():
    application.add_route(_path, _Constant(_answer.encode()))
