"""The least that the same data costs: a page of React alone, which fetches the answers and writes them down."""

from __future__ import annotations

import gzip
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from attrs import frozen

if TYPE_CHECKING:
    from tests.vitals.demo import Portal

WEBUI = Path(__file__).parents[2] / "webui"
SCRIPT = """
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
const calls = new URLSearchParams(location.search).getAll("call");
function Page() {
  const [answers, setAnswers] = useState([]);
  useEffect(() => {
    Promise.all(calls.map(async (call) => (await fetch(`/api/${call}`)).text())).then(setAnswers);
  }, []);
  const texts = answers.map((text, index) => createElement("pre", { key: index }, text));
  return createElement("main", null, createElement("h1", null, "React and its data"), texts);
}
createRoot(document.getElementById("root")).render(createElement(Page));
"""
PAGE = '<!doctype html><html lang="en"><title>Alone</title><div id="root"></div><script type="module" src="/page.js"></script>'


@frozen
class Least:
    address: str

    def page(self, calls: Sequence[str]) -> str:
        return f"{self.address}/?" + "&".join(f"call={call}" for call in calls)


def _script() -> bytes:
    """React, built as our own pages are."""
    with tempfile.TemporaryDirectory(dir=WEBUI) as name:
        folder = Path(name)
        (folder / "page.js").write_text(SCRIPT)
        config = "export default {build: {lib: {entry: 'page.js', formats: ['es'], fileName: 'page'}, outDir: 'out'}, define: {'process.env.NODE_ENV': '\"production\"'}, logLevel: 'error'}"
        (folder / "vite.config.mjs").write_text(config)
        subprocess.run(
            ["npx", "--no-install", "vite", "build"],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return gzip.compress(next((folder / "out").glob("page.*js")).read_bytes(), 9)


@contextmanager
def server(portal: Portal) -> Iterator[Least]:
    script, token = _script(), portal.log_in("mina")

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path)
            if path.path == "/page.js":
                self._send(script, "text/javascript", packed=True)
            elif path.path.startswith("/api/"):
                self._send(self._asked(), "application/json")
            else:
                parse_qs(path.query)
                self._send(PAGE.encode(), "text/html")

        def _asked(self) -> bytes:
            headers = {"Zs-Authentification": token}
            ask = urllib.request.Request(portal.address + self.path, headers=headers)
            try:
                with urllib.request.urlopen(ask, timeout=30) as answer:
                    return bytes(answer.read())
            except urllib.error.HTTPError as refused:
                return refused.read()

        def _send(self, body: bytes, kind: str, *, packed: bool = False) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            if packed:
                self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: the table does."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        threading.Thread(target=http.serve_forever, daemon=True).start()
        yield Least(f"http://127.0.0.1:{http.server_port}")
        http.shutdown()
