"""Faults of the web UI: listed and tried by `webui/scripts/mutants.mjs`, in one process of Vitest."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from attrs import define
from tests.mutants.drawing import ROOT, web_files
from tests.mutants.judging import TOLD_EVERY, Found, Judged
from tests.mutants.patches import Patch
from tests.mutants.planting import Fault

PROGRAM = ["node", "scripts/mutants.mjs"]
WEBUI = ROOT / "webui"


def faults() -> list[Fault]:
    """Every fault that can be planted into the rules."""
    files = [str(file.relative_to(ROOT)) for file in web_files()]
    ran = subprocess.run(
        [*PROGRAM, "list", *files], cwd=WEBUI, capture_output=True, text=True, check=True
    )
    return [Fault(**each) for each in json.loads(ran.stdout)]


def judged(found: Sequence[Fault]) -> list[Judged]:
    """Every fault tried."""
    results: list[Judged] = []
    sound: set[str] = set()
    with _running() as vitest:
        for fault in found:
            result = _judged(fault, vitest.ask({"file": fault.file, "number": fault.number}))
            if result.found is Found.TEST and not _is_sound(result, vitest, sound):
                result = Judged(fault, Found.NOTHING, f"fails without a fault: {result.why}")
            results.append(result)
            if result.found is Found.NOTHING:
                print(f"  survived: {fault.told}  [{result.why}]", flush=True)
            if not len(results) % TOLD_EVERY:
                print(f"  {len(results)} of {len(found)} tried", flush=True)
    return results


def seen(patches: Sequence[Patch]) -> Iterator[bool]:
    """For each patch whether the test that it names fails with it."""
    with _running() as vitest:
        for patch in patches:
            answer = vitest.ask({"file": patch.file, "text": patch.text})
            name = patch.test.partition(": ")[2]
            yield any(name in test for test in answer.get("tests", []))


def _is_sound(seen: Judged, vitest: Vitest, sound: set[str]) -> bool:
    """Whether the test that saw it passes with the file as it is."""
    if seen.why not in sound:
        whole = (ROOT / seen.fault.file).read_text()
        if vitest.ask({"file": seen.fault.file, "text": whole})["outcome"] == "killed":
            return False
        sound.add(seen.why)
    return True


def _judged(fault: Fault, answer: dict[str, Any]) -> Judged:
    if answer["outcome"] == "killed":
        return Judged(fault, Found.TEST, answer["test"])
    tried = answer["tried"]
    why = f"{tried} files of tests import it" if tried else "no test imports it"
    return Judged(fault, Found.NOTHING, why)


@define
class Vitest:
    """The one process. An answer names its task: what tests print there is none."""

    _process: subprocess.Popen[str]
    _asked: int = 0

    def ask(self, task: Mapping[str, object]) -> dict[str, Any]:
        """Try this and say what came of it."""
        assert self._process.stdin is not None
        self._asked += 1
        self._process.stdin.write(json.dumps({**task, "task": self._asked}) + "\n")
        self._process.stdin.flush()
        return self.answer()

    def answer(self) -> dict[str, Any]:
        """The answer to what was asked last; the first one says that it is ready."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer = _read(line)
            if answer.get("task") == self._asked:
                return answer
        raise RuntimeError("the process of Vitest has ended")


def _read(line: str) -> dict[str, Any]:
    try:
        read = json.loads(line)
    except ValueError:
        return {}
    return read if isinstance(read, dict) else {}


@contextmanager
def _running() -> Iterator[Vitest]:
    process = subprocess.Popen(
        [*PROGRAM, "serve"], cwd=WEBUI, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        vitest = Vitest(process)
        if vitest.answer()["failed"]:
            raise RuntimeError("the web UI's tests fail without a fault: npm test")
        yield vitest
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
