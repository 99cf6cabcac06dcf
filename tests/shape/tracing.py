"""A pytest plugin: which of our files one test executes while it runs, its set-up left out."""

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
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, _argument: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    threading.setprofile(note)
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)
        threading.setprofile(None)
        _write(item.nodeid, seen)


def _write(test: str, seen: set[CodeType]) -> None:
    """Add the test to what is written; loading a module is not yet reading it."""
    output = Path(os.environ[OUTPUT])
    known = json.loads(output.read_text(encoding="utf-8")) if output.is_file() else {}
    known[test] = sorted({code.co_filename for code in seen if code.co_name != "<module>"})
    output.write_text(json.dumps(known), encoding="utf-8")
