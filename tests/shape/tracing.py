"""A pytest plugin: which of our files one test executes while it runs, its set-up and the loading of modules left out."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

OUTPUT = "BACKBEAT_SHAPE_TRACE"
"""The variable that names the file to write: the paths of each test by its name."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    _put_together(item)
    seen: set[CodeType] = set()
    runner = sys._getframe().f_back

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call" and frame.f_code not in seen and not _is_loading(frame, runner):
            seen.add(frame.f_code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        _write(item.nodeid, seen)


def _put_together(item: pytest.Item) -> None:
    """The tests' application is made when it is first called: that is set-up too."""
    client = getattr(item, "funcargs", {}).get("client")
    if client is not None:
        client.simulate_get("/")


def _is_loading(frame: FrameType, runner: FrameType | None) -> bool:
    """Whether the frame belongs to the loading of a module: a class's body, a decorator."""
    caller: FrameType | None = frame
    while caller is not None and caller is not runner:
        if caller.f_code.co_name == "<module>":
            return True
        caller = caller.f_back
    return False


def _write(test: str, seen: set[CodeType]) -> None:
    """Add the test to what is written."""
    output = Path(os.environ[OUTPUT])
    known = json.loads(output.read_text(encoding="utf-8")) if output.is_file() else {}
    known[test] = sorted({code.co_filename for code in seen})
    output.write_text(json.dumps(known), encoding="utf-8")
