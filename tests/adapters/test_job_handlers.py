"""Everything that is enqueued, or comes back by itself, has somebody who does it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from dependency_injector import providers

import backbeat
from backbeat.alerts.model import AlertKind
from backbeat.alerts.service import raised
from backbeat.settings import Settings
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import Deployment

CORE = Path(backbeat.__file__).parent


def enqueued() -> Iterator[str]:
    """The kinds of jobs that the core's modules ask for."""
    for path in CORE.rglob("*.py"):
        if path.parts[len(CORE.parts)] in {"memory", "jobs"}:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr == "enqueue"
            ):
                kind = node.args[0]
                if isinstance(kind, ast.Call) and kind.func.id == "raised":  # type: ignore[attr-defined]
                    yield from map(raised, AlertKind)
                    continue
                assert isinstance(kind, ast.Name), f"{path}: name the kind by a constant"
                module = ".".join(path.relative_to(CORE.parent).with_suffix("").parts)
                yield str(getattr(import_module(module), kind.id))


def test_every_kind_of_job_has_a_handler(tmp_path: Path) -> None:
    deployment = Deployment(f"sqlite:///{tmp_path / 'backbeat.sqlite3'}", files=tmp_path)
    container = Container(
        settings=providers.Object(Settings()), deployment=providers.Object(deployment)
    )
    worker = container.portal().worker

    asked = set(enqueued()) | {cron.kind for cron in worker.crons}

    assert "channels.check" in asked
    assert asked <= set(worker.handlers)
    container.engine().dispose()
    container.counters_engine().dispose()
