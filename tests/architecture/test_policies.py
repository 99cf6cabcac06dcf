"""Rules from a day on are read where their day is known, never straight from the configuration."""

import re
from pathlib import Path

from backbeat.policies.rules import KEYS

ROOT = Path(__file__).parents[2]
RULED = re.compile(r"\bsettings(\(\))?\.(" + "|".join(re.escape(key) for key in KEYS) + r")\b")
QUOTES_THE_DAYS_SETTINGS = ROOT / "http" / "backbeat_http" / "resources" / "site.py"


def test_nobody_reads_a_ruled_setting_past_the_policies() -> None:
    files = [
        file
        for folder in ("core", "adapters", "http", "cli")
        for file in (ROOT / folder).rglob("*.py")
        if file != QUOTES_THE_DAYS_SETTINGS
    ]
    assert len(files) > 100
    found = {
        f"{file.relative_to(ROOT)}: {match[0]}"
        for file in files
        for match in RULED.finditer(file.read_text(encoding="utf-8"))
    }
    assert found == set()
