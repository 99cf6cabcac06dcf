"""What a commit's hash chooses: the same for everybody, something of everything, everything by some commit."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
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
    assert {proof.partition(".py::")[0].partition("/")[0] for proof in proofs} == {"tests"}


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


ROOT = Path(__file__).parents[2]
SOME = "tests/proofs"


def collected(*words: str, whole: bool = False) -> tuple[set[str], str]:
    """What a run of pytest takes, and all that it says."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", *words],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={k: v for k, v in os.environ.items() if k != WHOLE} | ({WHOLE: "1"} if whole else {}),
    )
    return {line for line in run.stdout.splitlines() if "::" in line}, run.stdout


def test_a_run_says_what_it_leaves_out_whole_leaves_out_nothing_nor_does_a_file_that_is_named() -> (
    None
):
    sampled, said = collected(SOME)
    everything, _ = collected(SOME, whole=True)

    assert f"left to nox -s whole from tests/proofs: {len(everything - sampled)}" in said
    assert sampled < everything
    assert {name.partition("[")[0] for name in sampled} == {
        name.partition("[")[0] for name in everything
    }
    named, said = collected(f"{SOME}/test_siege.py")
    assert named == {name for name in everything if "test_siege" in name}
    assert "left to" not in said
