"""A setting that nothing reads would be a promise that nobody keeps."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

from attrs import fields
from tests.shape.source import Module, read_once

from backbeat.settings import Settings

ROOT = Path(__file__).parents[2]
DECLARED_IN = "core/backbeat/settings.py"

UNREAD: Mapping[str, str] = {}
"""Settings that stand in configurations already and wait for their feature, each with its reason."""


def names() -> set[str]:
    """Every setting: `invoice.recipient`, and those that stand in no section."""
    default = Settings()
    return {
        f"{section.name}.{each.name}" if each else section.name
        for section in fields(Settings)
        for each in getattr(type(getattr(default, section.name)), "__attrs_attrs__", (None,))
    }


def attributes_read(modules: Iterable[Module]) -> set[str]:
    return {
        node.attr
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }


def test_every_setting_is_read_somewhere() -> None:
    known = attributes_read(module for module in read_once(ROOT) if module.path != DECLARED_IN)

    assert len(names()) > 90
    unread = {name for name in names() if name.rpartition(".")[2] not in known}
    assert unread == set(UNREAD)
