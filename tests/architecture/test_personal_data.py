"""A new column of texts says what becomes of it when somebody leaves (tests/architecture/personal.py)."""

from collections import Counter

from sqlalchemy import Column, ForeignKey, MetaData, Table, Text
from tests.architecture.personal import TABLES, listed, texts

from backbeat.kernel.languages import Language
from backbeat_adapters.sql.engine.schema import Choice


def test_every_column_of_texts_is_listed() -> None:
    missing = texts(*TABLES) - set(listed())

    assert sorted(missing) == [], "name these in ERASED, KEPT or IMPERSONAL"


def test_no_column_is_listed_that_is_not_there_or_twice() -> None:
    assert sorted(set(listed()) - texts(*TABLES)) == []
    assert [name for name, count in Counter(listed()).items() if count > 1] == []


def test_only_columns_of_free_texts_count() -> None:
    planted = MetaData()
    Table("person", planted, Column("id", Text, primary_key=True))
    Table(
        "pet",
        planted,
        Column("name", Text),
        Column("owner", ForeignKey("person.id"), type_=Text()),
        Column("language", Choice(Language)),
    )

    assert texts(planted) == {"person.id", "pet.name"}
