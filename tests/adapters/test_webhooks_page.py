"""`docs/webhooks.md`: its programs verify what we sign, and its examples are of every kind."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.standins import FixedClock

from backbeat.webhooks.model import EventKind
from backbeat_adapters.webhook import SignedPosts

PAGE = Path(__file__).parents[2] / "docs" / "webhooks.md"
SECRET, ID, BODY = "a secret", "01m8512x7n60tgs6hgb5b3k8qy", '{"누구": "미나"}'.encode()
NOW = FixedClock().now().timestamp()


def blocks(language: str) -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def signature() -> str:
    return SignedPosts(FixedClock())._signature([SECRET], ID, BODY)


CASES: list[tuple[dict[str, Any], bool]] = [
    ({}, True),
    ({"now": NOW + 299}, True),
    ({"now": NOW + 301}, False),
    ({"now": NOW - 301}, False),
    ({"secret": "another"}, False),
    ({"id": "another"}, False),
    ({"body": BODY + b" "}, False),
    ({"signature": signature()[:-1]}, False),
    ({"signature": signature().replace("t=", "t=-")}, False),
    ({"signature": "nonsense"}, False),
    ({"signature": signature() + ",v1=" + "0" * 64}, True),
    ({"signature": signature().replace("v1=", "v1=" + "0" * 64 + ",v1=")}, True),
    ({"signature": signature().replace("v1=", "v2=") + ",v1=" + "0" * 64}, False),
    ({"signature": ""}, False),
]


def case(changes: dict[str, Any]) -> dict[str, Any]:
    whole = {"secret": SECRET, "id": ID, "signature": signature(), "body": BODY, "now": NOW}
    return whole | changes


@pytest.mark.parametrize(("changes", "fits"), CASES)
def test_the_python_of_the_page_knows_our_signature(changes: dict[str, Any], fits: bool) -> None:
    [program] = blocks("python")
    names: dict[str, Any] = {}
    exec(program, names)
    each = case(changes)
    told = names["is_genuine"](
        each["secret"], each["id"], each["signature"], each["body"], each["now"]
    )
    assert told is fits


def test_the_javascript_of_the_page_knows_our_signature(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    [program] = blocks("javascript")
    cases = [case(changes) | {"body": case(changes)["body"].decode()} for changes, _ in CASES]
    asked = f"""
        const cases = {json.dumps(cases)};
        console.log(JSON.stringify(cases.map((each) =>
          isGenuine(each.secret, each.id, each.signature, Buffer.from(each.body), each.now))));
    """
    file = tmp_path / "verify.mjs"
    file.write_text(program + asked, encoding="utf-8")
    ran = subprocess.run([node, str(file)], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == [fits for _, fits in CASES]


def test_there_is_an_example_and_a_line_of_every_kind() -> None:
    examples = [json.loads(each) for each in blocks("json")]
    assert [each["kind"] for each in examples] == [kind.value for kind in EventKind]
    for each in examples:
        assert list(each) == ["id", "kind", "at", "portal", "account", "data"]
        assert f"| `{each['kind']}` |" in PAGE.read_text(encoding="utf-8")
