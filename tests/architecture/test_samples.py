"""What a commit's hash chooses: the same for everybody, something of everything, everything by some commit."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from attrs import define, field
from tests import conftest
from tests.proofs import samples
from tests.proofs.samples import DATABASES, WHOLE, Case, Sample, left_out, proofs_of_requirements

SEEDS = [f"{number:040x}" for number in range(64)]
WALK = "tests/browser/test_a.py::test_walk"
DEVICES = [Case(f"{WALK}[{name}]", variants=True) for name in ("phone", "tablet", "laptop")]
PAIRS = [
    Case(f"tests/http/test_a.py::test_call[{kind}-{call}]", variants=True, differs_in=DATABASES)
    for call in ("GET /a", "GET /b")
    for kind in ("memory", "sqlite", "postgresql")
]


def kept(cases: list[Case], seed: str, *proofs: str) -> list[str]:
    others = left_out(cases, seed, frozenset(proofs))
    return [case.name for case in cases if case.name not in others]


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_a_commit_always_chooses_the_same_one_of_all(seed: str) -> None:
    assert kept(DEVICES, seed) == kept(DEVICES, seed)
    assert len(kept(DEVICES, seed)) == 1


def test_every_case_is_chosen_by_some_commit() -> None:
    assert {name for seed in SEEDS for name in kept(DEVICES, seed)} == {
        case.name for case in DEVICES
    }


def test_of_one_in_so_many_more_than_one_may_stay() -> None:
    cases = [Case(f"{WALK}[{number}]", variants=True, one_in=3) for number in range(10)]

    assert {len(kept(cases, seed)) for seed in SEEDS} == {3, 4}
    assert len({name for seed in SEEDS for name in kept(cases, seed)}) == 10


@pytest.mark.parametrize("seed", SEEDS[:5])
def test_of_databases_one_is_chosen_for_each_case_and_memory_stays(seed: str) -> None:
    chosen = kept(PAIRS, seed)

    for call in ("GET /a", "GET /b"):
        kinds = [name.partition("[")[2].partition("-")[0] for name in chosen if call in name]
        assert kinds in (["memory", "sqlite"], ["memory", "postgresql"])


def test_cases_take_their_database_apart_from_each_other() -> None:
    found = {
        tuple("sqlite" in name for name in kept(PAIRS, seed) if "memory" not in name)
        for seed in SEEDS
    }

    assert len(found) == 4


def test_what_no_marker_and_no_suite_samples_stays() -> None:
    cases = [Case(f"{WALK}[{name}]") for name in ("sqlite", "postgresql")]
    assert {tuple(kept(cases, seed)) for seed in SEEDS} == {tuple(case.name for case in cases)}


def test_of_every_second_test_about_half_stay_and_each_by_some_commit() -> None:
    cases = [Case(f"tests/browser/test_a.py::test_{number}", tests=2) for number in range(200)]
    chosen = [kept(cases, seed) for seed in SEEDS]

    assert all(60 < len(names) < 140 for names in chosen)
    assert len(set().union(*chosen)) == 200


def test_a_proof_of_a_requirement_always_stays() -> None:
    cases = [
        Case(f"tests/browser/test_a.py::TestX::test_{number}", tests=2) for number in range(20)
    ]
    one = cases[7].name

    assert all(one in kept(cases, seed, one) for seed in SEEDS)
    assert all(len(kept(cases, seed, "tests/browser/test_a.py::TestX")) == 20 for seed in SEEDS)


def test_a_case_that_is_a_proof_is_the_one_that_stays() -> None:
    proof = DEVICES[1].name

    assert {tuple(kept(DEVICES, seed, proof)) for seed in SEEDS} == {(proof,)}


def test_the_proofs_are_those_of_the_table() -> None:
    proofs = proofs_of_requirements()

    assert "tests/browser/test_music.py::test_journey_13_finding_music[chromium]" in proofs
    assert "tests/http/test_music.py::test_a_search_tells_all_of_a_track" in proofs
    assert len(proofs) > 400


def test_a_sample_inside_a_test_is_the_commits_and_whole_means_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(WHOLE, raising=False)
    sample = Sample.of_the_commit(3, "crashpoints")
    assert sample == Sample(3, samples.commit())
    assert samples.commit() in capsys.readouterr().out
    assert sum(sample.has("x", number) for number in range(9)) == 3

    monkeypatch.setenv(WHOLE, "1")
    assert all(Sample.of_the_commit(3).has("x", number) for number in range(9))


BROWSER = conftest.TESTS / "browser" / "test_a.py"
CORE = conftest.TESTS / "core" / "test_a.py"


@define
class Run:
    """What the conftest is told of a run, and what it tells of it."""

    args: list[str]
    invocation_params: Any = field(factory=lambda: SimpleNamespace(dir=conftest.TESTS.parent))
    stash: pytest.Stash = field(factory=pytest.Stash)
    workeroutput: dict[str, Any] = field(factory=dict)
    deselected: list[Any] = field(factory=list)

    @property
    def hook(self) -> Any:
        return SimpleNamespace(pytest_deselected=self._leave)

    def _leave(self, items: list[Any]) -> None:
        self.deselected.extend(items)


def items_of(path: Path) -> list[Any]:
    """Tests in that file without a marker."""
    return [
        SimpleNamespace(nodeid=f"{path}::test_{n}", path=path, get_closest_marker=lambda name: None)
        for n in range(30)
    ]


def taken(run: Run, *paths: Path) -> list[Any]:
    items = [item for path in paths for item in items_of(path)]
    conftest.pytest_collection_modifyitems(cast("Any", run), items)
    return items


def test_what_is_left_out_is_counted_for_the_report(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHOLE, raising=False)
    run = Run(["tests"])
    items = taken(run, BROWSER, CORE)

    assert 0 < len(run.deselected) < 30
    assert run.workeroutput == {"left out": {"browser": len(run.deselected)}}
    assert len(items) + len(run.deselected) == 60
    assert not {*map(id, items)} & {*map(id, run.deselected)}


@pytest.mark.parametrize("asked", ["tests/browser/test_a.py", "tests/browser/test_a.py::test_7"])
def test_of_a_file_that_is_named_nothing_is_left_out(
    asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(WHOLE, raising=False)
    run = Run([asked])

    assert len(taken(run, BROWSER)) == 30
    assert (run.deselected, run.workeroutput) == ([], {})


def test_whole_leaves_nothing_out_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(WHOLE, "1")
    run = Run(["tests"])

    assert len(taken(run, BROWSER)) == 30
    assert run.deselected == []
    assert "everything" in conftest.pytest_report_header()
    monkeypatch.delenv(WHOLE)
    assert samples.commit() in conftest.pytest_report_header()


def test_searches_look_at_half_of_their_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(WHOLE, raising=False)
    assert (samples.examples(8), samples.examples(1)) == (4, 1)
    monkeypatch.setenv(WHOLE, "1")
    assert samples.examples(8) == 8
