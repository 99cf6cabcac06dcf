"""The web UI's own numbers stand in one file, each by its name (WEB-11, WEB-12)."""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "webui" / "src"
CONSTANTS = SOURCES / "app" / "constants.ts"


def test_every_constant_is_a_named_number() -> None:
    """What is no comment in that file is a name with its number, and the unit is in the name."""
    lines = [line for line in CONSTANTS.read_text(encoding="utf-8").splitlines() if line.strip()]
    code = [line for line in lines if not re.match(r"\s*(/\*\*|\*)", line)]

    assert [line for line in code if not re.match(r"export const [A-Z_]+ = [\d_]+;$", line)] == []
    named = [line.split()[2] for line in code]
    assert [name for name in named if not name.endswith(("_MS", "_PX", "_SIZE"))] == []


def test_what_a_visitor_waits_for_lasts_as_long_as_was_decided() -> None:
    said = CONSTANTS.read_text(encoding="utf-8").replace("_000;", "000;")

    for name, number in (
        ("SNACKBAR_MS", 3000),
        ("SNACKBAR_ACT_MS", 8000),
        ("SPINNER_DELAY_MS", 300),
        ("REDIRECT_MS", 600),
        ("VERIFY_POLL_MS", 4000),
        ("BANNER_MS", 4000),
        ("DEBOUNCE_MS", 100),
        ("CHUNK_RELOAD_MS", 10000),
    ):
        assert f"export const {name} = {number};" in said, name
    assert "autoClose: act ? SNACKBAR_ACT_MS : SNACKBAR_MS" in (
        SOURCES / "components/kit/snack.ts"
    ).read_text("utf-8")


def test_the_players_numbers_are_those_that_were_decided() -> None:
    said = CONSTANTS.read_text(encoding="utf-8").replace("_000;", "000;")
    used = "".join(path.read_text("utf-8") for path in (SOURCES / "features/player").iterdir())
    for name in ("engine.ts", "Wave.tsx"):
        used += (SOURCES / "components/player" / name).read_text("utf-8")

    for name, number in (
        ("PLAY_DELAY_MS", 300),
        ("CLOSE_SWIPE_DOWN_PX", 50),
        ("CLOSE_SWIPE_ASIDE_PX", 30),
        ("RELEASE_NEAR_PX", 50),
        ("SEEK_STEP_MS", 5000),
        ("NEXT_TRACK_MS", 3000),
        ("SLOW_SOUND_MS", 6000),
        ("BANNER_MS", 4000),
    ):
        assert f"export const {name} = {number};" in said, name
        assert name == "BANNER_MS" or name in used, name


def test_no_wait_is_a_bare_number() -> None:
    bare = re.compile(r"(set(Timeout|Interval)\([^;]*,|pollingInterval:)\s*[\d_]+\b")
    files = [*SOURCES.rglob("*.ts"), *SOURCES.rglob("*.tsx")]

    assert [path.name for path in files if bare.search(path.read_text(encoding="utf-8"))] == []
