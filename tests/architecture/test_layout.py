"""The shape of the repository, where no linter looks."""

import json
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_package_hides_the_standard_librarys_http() -> None:
    assert not (ROOT / "http" / "__init__.py").exists()


def test_the_python_locks_name_no_index_host() -> None:
    locks = list(ROOT.glob("requirements/*.txt"))
    assert locks
    assert [lock.name for lock in locks if "://" in lock.read_text()] == []


def test_the_web_lock_names_no_registry_host() -> None:
    lock = json.loads((ROOT / "webui" / "package-lock.json").read_text())
    assert [name for name, entry in lock["packages"].items() if "resolved" in entry] == []


def test_the_index_of_decisions_names_every_page() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "README.md").read_text()
    pages = [page.name for page in folder.glob("0*.md")]
    assert [name for name in pages if f"({name})" not in index] == []
