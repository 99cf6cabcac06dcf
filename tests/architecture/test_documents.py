"""What the documents name is there: files, links, commands with their options, nox sessions."""

import importlib
import pkgutil
import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

import backbeat
import backbeat_http
from backbeat.codes.catalogue import REASONS
from backbeat.kernel.errors import Refusal
from backbeat.settings import Inquiry
from backbeat_adapters.deployment import Serving
from backbeat_cli.app import app
from backbeat_http.forms import FormBounds

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    page for pattern in ("*.md", "docs/**/*.md", "webui/*.md") for page in ROOT.glob(pattern)
)
FOLDERS = ("core", "adapters", "http", "cli", "tests", "docs", "webui/src", "webui/tests")
BUILT = ROOT / "http" / "backbeat_http" / "static"
"""What the build of the web UI left there, which a fresh checkout has not."""

_LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
_PATH = re.compile(r"`((?:core|adapters|http|cli|webui|tests|docs|requirements)/[\w./-]+)`")
_TAIL = re.compile(r"`([\w./-]+\.(?:py|tsx?|json|cjs|md|csv))`")
_CODE = re.compile(
    r"`(backbeat [^`]+)`|^    (backbeat .+)$|^    .*?&& (backbeat .+)$", re.MULTILINE
)
_INSTALLED = re.compile(r"/opt/backbeat/bin/(backbeat [^\n\"&']+)")
SERVICES = sorted((ROOT / "docs" / "examples" / "systemd").glob("*.service"))
_SESSION = re.compile(r"nox -s ([\w-]+)")


def pages() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        yield str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")


def test_every_link_leads_to_a_file() -> None:
    lost = [
        (page, link)
        for page, text in pages()
        for link in _LINK.findall(text)
        if "://" not in link and not (ROOT / page).parent.joinpath(link).exists()
    ]
    assert lost == []


def test_every_file_that_is_named_stands_there() -> None:
    lost = {
        (page, path)
        for page, text in pages()
        for path in _PATH.findall(text)
        if not (ROOT / path).exists() and not (ROOT / page).parent.joinpath(path).exists()
    }
    assert lost == {("CONTRIBUTING.md", "http/__init__.py")}, "that one must not be there"


def test_every_file_that_is_named_by_the_end_of_its_path_stands_somewhere() -> None:
    """`wire.py`, `sql/books.py`: short names in running text, which a renaming passes by."""
    there = [path.as_posix() for path in (*ROOT.glob("*"), *ROOT.glob("webui/*"))]
    there += [
        path.as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.*")
        if BUILT not in path.parents
    ]
    lost = {
        (page, tail)
        for page, text in pages()
        for tail in _TAIL.findall(text)
        if not any(path.endswith(f"/{tail}") for path in there)
    }
    written_by_the_build = {
        ("docs/decisions/0312-the-page-names-its-files.md", "pages.json"),
        ("docs/decisions/0313-public-pages-stand-before-their-scripts.md", "first-views.json"),
    }
    written_by_the_program = {
        (page, "sealed.json")
        for page in (
            "docs/rules/integrity.md",
            "docs/decisions/0199-a-witness-beside-the-database.md",
            "docs/operating.md",
        )
    }
    served = {
        (page, "/api/openapi.json")
        for page in ("CHANGELOG.md", "docs/api.md", "docs/rules/http.md")
    }
    examples = {
        ("CONTRIBUTING.md", "http/__init__.py"),
        ("docs/how-to/payout-method.md", "purse.py"),
        ("docs/how-to/payout-method.md", "purse.ts"),
    }
    assert lost == examples | written_by_the_build | written_by_the_program | served, (
        "those are to be written, or must not be there"
    )


def test_every_session_that_is_named_is_one_of_nox() -> None:
    known = set(re.findall(r"^def (\w+)\(", (ROOT / "noxfile.py").read_text(), re.MULTILINE))
    named = {(page, name) for page, text in pages() for name in _SESSION.findall(text)}
    assert {(page, name) for page, name in named if name not in known} == set()


def test_the_features_of_the_architecture_are_the_packages_of_the_core() -> None:
    block = (ROOT / "docs/architecture.md").read_text().split("## Features, top to bottom")[1]
    lines = re.findall(r"^    (\w+(?: \| \w+)*)", block, re.MULTILINE)
    named = [name for line in lines for name in line.split(" | ")]
    core = ROOT / "core" / "backbeat"
    packages = [path.parent.name for path in core.glob("*/__init__.py")]
    assert sorted(named) == sorted([*packages, "settings"])


def test_every_refusal_that_the_api_page_names_is_raised_somewhere() -> None:
    page = (ROOT / "docs/api.md").read_text()
    raised: set[str] = set()
    for package in ("core/backbeat", "adapters/backbeat_adapters", "http/backbeat_http"):
        files = [path for path in (ROOT / package).rglob("*.py") if path.name != "errors.py"]
        used = set(re.findall(r"\w+", "\n".join(path.read_text() for path in files)))
        raised |= {name for kind in kinds_of_refusal() for name in _names(kind, used)}
    named = {*re.findall(r"\b\d{5}\b", page), *(set(re.findall(r"`(\w+)`", page)) & set(REASONS))}
    assert named - raised == set()


def kinds_of_refusal() -> Iterator[type[Refusal]]:
    for package in (backbeat, backbeat_http):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    waiting = [Refusal]
    while waiting:
        waiting += (kind := waiting.pop()).__subclasses__()
        yield kind


def _names(kind: type[Refusal], used: set[str]) -> set[str]:
    """How a document names a refusal that the program uses."""
    return {str(kind.code), kind.reason or ""} if kind.__name__ in used else set()


def commands() -> Iterator[tuple[str, str]]:
    for page, text in pages():
        for match in _CODE.finditer(text):
            line = next(part for part in match.groups() if part)
            if "COMMAND" in line:
                continue
            yield page, re.split(r"\s{2,}#|\s#\s|\s&&\s|\s\|\s", line)[0].strip()
    for file in (ROOT / "docs" / "installing.md", *SERVICES):
        for line in _INSTALLED.findall(file.read_text(encoding="utf-8")):
            yield file.name, line.strip()


@pytest.mark.parametrize(("where", "line"), sorted(set(commands())))
def test_every_command_that_is_named_is_known_with_its_options(where: str, line: str) -> None:
    words = shlex.split(line.replace("...", ""))[1:]
    command: Any = typer.main.get_command(app)
    while words and hasattr(command, "get_command") and not words[0].startswith("-"):
        name = words.pop(0)
        below = command.get_command(None, name)
        assert below is not None, f"{where}: {line}: no {name}"
        command = below
    known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
    asked = {word.partition("=")[0] for word in words if word.startswith("--") and word != "--"}
    assert asked <= known | {"--help"}, f"{where}: {line}"


def test_what_is_installed_as_documented_agrees_with_the_configuration() -> None:
    """One folder, one address, and room for the largest form, in all the files that one copies."""
    production = tomllib.loads((ROOT / "docs" / "production.toml").read_text(encoding="utf-8"))
    nginx = (ROOT / "docs" / "examples" / "nginx.conf").read_text(encoding="utf-8")
    assert f"proxy_pass http://{production['serving']['bind']};" in nginx
    assert f"server_name {production['site']['url'].removeprefix('https://')};" in nginx
    [megabytes] = re.findall(r"client_max_body_size (\d+)m;", nginx)
    assert int(megabytes) << 20 >= FormBounds.of(Inquiry()).body_bytes
    [patience] = re.findall(r"proxy_read_timeout (\d+)s;", nginx)
    assert int(patience) > Serving().answer_seconds
    for service in SERVICES:
        text = service.read_text(encoding="utf-8")
        assert "BACKBEAT_CONFIG=/srv/backbeat/backbeat.toml" in text, service.name
        assert "User=backbeat\n" in text, service.name
    assert production["files"].startswith("/srv/backbeat/")
    assert production["database_url"].startswith("sqlite:////srv/backbeat/")
