"""Every subject has words of its own."""

import pytest

from backbeat.codes.catalogue import NOTIFICATIONS
from backbeat.notifications.model import NotificationType, Subject


def test_the_subjects_are_those_that_have_words() -> None:
    assert {subject.value for subject in Subject} == set(NOTIFICATIONS)


@pytest.mark.parametrize("kind", NotificationType)
def test_every_type_has_a_subject(kind: NotificationType) -> None:
    assert any(subject.type is kind for subject in Subject)
