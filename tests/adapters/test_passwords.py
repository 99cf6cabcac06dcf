"""Password hashes."""

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from threading import Event

import pytest
from tests.fakes.passwords import CHEAP
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat.kernel.errors import TooManyRequests
from backbeat_adapters.passwords import PROPER, Argon2Passwords, Cost, _Gate


def test_a_hash_is_argon2id_at_the_advised_cost() -> None:
    assert Argon2Passwords().hash("secret").startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_the_right_password_is_known_and_a_wrong_one_is_not() -> None:
    passwords = Argon2Passwords(CHEAP)
    kept = passwords.hash("correct horse")

    assert passwords.verify(kept, "correct horse")
    assert not passwords.verify(kept, "correct  horse")
    assert not passwords.verify("no hash at all", "correct horse")


def test_two_hashes_of_one_password_differ() -> None:
    passwords = Argon2Passwords(CHEAP)
    assert passwords.hash("secret") != passwords.hash("secret")


def test_letters_composed_differently_are_the_same_password() -> None:
    passwords = Argon2Passwords(CHEAP)
    assert passwords.verify(passwords.hash("caf\u00e9"), "cafe\u0301")


@pytest.mark.parametrize("odd", ["", "\ud800", "x" * 5000, "\0"])
def test_odd_input_is_just_wrong(odd: str) -> None:
    passwords = Argon2Passwords(CHEAP)
    assert not passwords.verify(passwords.hash("secret"), odd)
    assert not passwords.verify(None, odd)


def test_a_long_password_is_not_the_same_as_its_beginning() -> None:
    passwords = Argon2Passwords(CHEAP)
    assert not passwords.verify(passwords.hash("x" * 1024), "x" * 1025)


def test_a_hash_of_another_cost_is_outdated() -> None:
    assert Argon2Passwords(PROPER).is_outdated(Argon2Passwords(CHEAP).hash("secret"))
    assert not Argon2Passwords(CHEAP).is_outdated(Argon2Passwords(CHEAP).hash("secret"))


def test_nobody_takes_as_long_as_somebody() -> None:
    passwords = Argon2Passwords(Cost(memory=19_456, rounds=1))
    kept = passwords.hash("secret")

    def seconds(password_hash: str | None) -> float:
        start = time.process_time()
        passwords.verify(password_hash, "wrong")
        return time.process_time() - start

    pairs = [(seconds(kept), seconds(None)) for _ in range(25)]
    known, unknown = (median(times) for times in zip(*pairs, strict=True))

    assert 0.7 < known / unknown < 1.4


def test_too_many_at_once_are_refused_and_the_rest_are_served() -> None:
    gate, go = _Gate(room=1, queue=1), Event()

    def work() -> bool:
        with gate.entered():
            return go.wait(PATIENCE)

    with ThreadPoolExecutor(2) as pool:
        served = [pool.submit(work) for _ in range(2)]
        wait_until(lambda: gate._inside == 2, "two who are served or wait")
        with pytest.raises(TooManyRequests), gate.entered():
            pass
        go.set()

    assert all(one.result() for one in served)
