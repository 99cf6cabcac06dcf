"""The operator's side of the vocabularies."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.catalogue.errors import BadTag
from backbeat.catalogue.ports import Books
from backbeat.catalogue.vocabulary import Tag, TagKind, Vocabulary
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions


@frozen
class Tagging:
    """The tags. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock

    def vocabulary(self) -> Vocabulary:
        with self.transactions.look() as books:
            return vocabulary_of(books)

    def counts(self) -> Mapping[str, int]:
        """By address, how many tracks offered to everybody have each tag."""
        with self.transactions.look() as books:
            return books.tags.counts()

    def add(
        self,
        kind: TagKind,
        code: str,
        words: Mapping[Language, str],
        by: Actor,
        *,
        dry_run: bool = False,
    ) -> Tag:
        """Add a tag, or change the words of one; refuses with `BadTag`."""
        try:
            tag = Tag(kind, code.strip().lower(), words)
        except ValueError as problem:
            raise BadTag(problem=str(problem)) from None
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = vocabulary_of(books).at(tag.address)
            if before == tag:
                return tag
            books.tags.put(tag)
            books.audit.record(
                AuditEntry(
                    at=self.clock.now(),
                    actor=by,
                    action="tag.added" if before is None else "tag.changed",
                    target=f"tag:{tag.address}",
                    before={} if before is None else _plain(before),
                    after=_plain(tag),
                )
            )
        return tag


def vocabulary_of(books: Books) -> Vocabulary:
    """Every tag that this portal knows."""
    return Vocabulary.over(books.tags.own())


def _plain(tag: Tag) -> dict[str, object]:
    return {language.value: word for language, word in tag.words.items()}
