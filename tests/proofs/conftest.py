"""Databases for the quick forms of the proofs, on the server that all tests share."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fakes.postgres import Postgres
from tests.proofs.house import Databases


@pytest.fixture(scope="session")
def databases(_postgres: Postgres, _sqlite_template: Path) -> Iterator[Databases]:
    """Made of what is migrated already."""
    with Databases.open(_postgres) as databases:
        shutil.copyfile(_sqlite_template, databases.template)
        yield databases
