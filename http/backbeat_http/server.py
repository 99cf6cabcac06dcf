"""Gunicorn inside the program: what `backbeat serve` starts."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any
from wsgiref.types import WSGIApplication

from gunicorn.app.base import BaseApplication

CONFIGURATION = Path(__file__).with_name("gunicorn.conf.py")


class Server(BaseApplication):  # type: ignore[misc]
    """Serves an application that each worker process makes for itself, after the fork.

    `options` are gunicorn's own and come on top of `gunicorn.conf.py`, for example
    `Server(make, bind="127.0.0.1:8300", workers=1).run()`, which returns when it was told to stop.
    """

    def __init__(self, make: Callable[[], WSGIApplication], **options: Any) -> None:
        self.make = make
        self.options = options
        super().__init__()

    def load_config(self) -> None:
        """Load the hardened settings first, then the caller's."""
        hardened = runpy.run_path(str(CONFIGURATION))
        for name, value in (hardened | self.options).items():
            if not name.startswith("_"):
                self.cfg.set(name, value)

    def load(self) -> WSGIApplication:
        """The application, in the process that will serve it."""
        return self.make()
