"""The shape of the repository, where no linter looks."""

import json
import re
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


DECISIONS = ROOT / "docs" / "decisions"
_PAGE = re.compile(r"# (\d{4}) (.+)\n\nStatus: (.+)\.\nArea: (.+)\.\n\n(?=.)")
_ROW = re.compile(r"^\| \[(\d{4})\]\((\d{4}-[\w-]+\.md)\) \| (.+) \|$", re.MULTILINE)


def test_every_decision_says_its_status_and_area_under_its_title() -> None:
    pages = {page: _PAGE.match(page.read_text()) for page in DECISIONS.glob("0*.md")}
    assert [page.name for page, head in pages.items() if head is None] == []
    heads = {page.name: head.groups() for page, head in pages.items() if head}
    assert [name for name, (number, *_) in heads.items() if name[:4] != number] == []
    known = {"accepted", *(f"replaced by {number}" for number, *_ in heads.values())}
    assert [name for name, (_, _, status, _) in heads.items() if status not in known] == []


def test_the_index_of_decisions_names_every_page_once_under_its_area() -> None:
    listed = []
    for group in (DECISIONS / "README.md").read_text().split("\n## ")[1:]:
        area, _, rows = group.partition("\n")
        listed += [(*row, area) for row in _ROW.findall(rows)]
    written = []
    for page in DECISIONS.glob("0*.md"):
        head = _PAGE.match(page.read_text())
        assert head, page.name
        number, title, _, area = head.groups()
        written.append((number, page.name, title, area))
    assert sorted(listed) == sorted(written)


def test_the_index_of_decisions_has_each_area_once_in_the_order_of_numbers() -> None:
    groups = (DECISIONS / "README.md").read_text().split("\n## ")[1:]
    areas = [group.partition("\n")[0] for group in groups]
    assert len(areas) == len(set(areas)) > 1
    for area, group in zip(areas, groups, strict=True):
        numbers = [number for number, *_ in _ROW.findall(group)]
        assert numbers == sorted(numbers), area
