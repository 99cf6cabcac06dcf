"""The composition root can make every part that it names."""

from __future__ import annotations

from pathlib import Path

from dependency_injector import providers

from backbeat.settings import Settings
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import Deployment


def test_every_part_can_be_made(tmp_path: Path) -> None:
    deployment = Deployment(f"sqlite:///{tmp_path / 'backbeat.sqlite3'}", files=tmp_path)
    container = Container(
        settings=providers.Object(Settings()), deployment=providers.Object(deployment)
    )

    made = {name: provider() for name, provider in container.providers.items()}

    assert {name for name, part in made.items() if part is None} == set()
    container.engine().dispose()
    container.counters_engine().dispose()
