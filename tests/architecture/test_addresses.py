"""Addresses of the web UI stand in one table; the server and the pages read the same one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from backbeat.kernel.targets import Target, TargetKind
from backbeat_adapters.addresses import addresses, path_of

ROOT = Path(__file__).parents[2]
MADE = ROOT / "webui" / "src" / "app" / "addresses.gen.ts"
ENTRY = {"type": "music_profit", "date": "2025-09", "entry": "e 1"}
FACTS = {
    TargetKind.ENTRY: ENTRY,
    TargetKind.NOTICE: {"id": "p1"},
    TargetKind.EVENT: {"id": "p1"},
    TargetKind.CAMPAIGN: {"id": "c1"},
}
LONG = [address for address in addresses().values() if address.count("/") > 1 or "-" in address]


def test_the_pages_have_the_table_as_it_is() -> None:
    made = dict(
        re.findall(
            r'^export const (\w+) = "(.*)";$', MADE.read_text(encoding="utf-8"), re.MULTILINE
        )
    )

    assert made == {
        re.sub(r"_(\w)", lambda letter: letter[1].upper(), name): address
        for name, address in addresses().items()
    }


@pytest.mark.parametrize("kind", TargetKind)
def test_every_target_has_an_address(kind: TargetKind) -> None:
    path = path_of(Target(kind, FACTS.get(kind, {})))

    assert re.fullmatch(r"/[a-z-]+(/[\w-]+)*(#e%201)?", path)


def sources() -> list[Path]:
    pages = (ROOT / "webui" / "src").rglob("*.ts*")
    server = (
        path
        for folder in ("core", "adapters", "http", "cli")
        for path in (ROOT / folder).rglob("*.*")
        if path.suffix in {".py", ".toml", ".html"} and "migrations" not in path.parts
    )
    made = {MADE, *MADE.parents[1].glob("api/generated*.ts")}
    return [path for path in (*pages, *server) if path not in made]


def test_no_address_is_spelled_anywhere_else() -> None:
    spelled = re.compile("|".join(rf"(?<![\w.]){re.escape(each)}(?=[\"'`?#])" for each in LONG))

    assert [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in sources()
        for found in spelled.finditer(path.read_text(encoding="utf-8"))
    ] == []
