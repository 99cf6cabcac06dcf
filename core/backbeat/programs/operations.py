"""What the operator does with programs: open a term, decide on applications, end them."""

from __future__ import annotations

from datetime import date

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.board.model import Post, PostId, PostKind
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FeatureOff, NotFound
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.rules import require_reason
from backbeat.notifications.model import Notification, Subject
from backbeat.programs.errors import ProgramRefused
from backbeat.programs.model import (
    ApplicationState,
    Program,
    ProgramApplication,
    ProgramState,
)
from backbeat.programs.ports import Books
from backbeat.settings import Features

_TOLD = {
    ApplicationState.ACTIVE: Subject.PROGRAM_APPROVED,
    ApplicationState.DENIED: Subject.PROGRAM_DENIED,
    ApplicationState.ENDED: Subject.PROGRAM_ENDED,
}


@frozen
class _Decision:
    """What becomes of an application, by whom and why."""

    before: ApplicationState
    after: ApplicationState
    actor: Actor
    reason: str | None = None


@frozen
class ProgramOffice:
    """The operator's part. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    features: Features

    def open(
        self, which: str, begin: date, until: date, actor: Actor, *, dry_run: bool = False
    ) -> Program:
        """Begin the next term of a program, or move the days of one that has not begun.

        Refuses days that cannot be, and while channels may apply in the term before.
        """
        if not self.features.programs:
            raise FeatureOff()
        today = self.clock.today()
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            post = _event(books.posts.lock(PostId(which)))
            _require_sound(begin, until, post.span.until)
            before = books.programs.lock(post.id)
            program = Program(post.id, _term(before, today), begin, until)
            books.programs.put(program)
            books.audit.record(
                AuditEntry(
                    self.clock.now(),
                    actor,
                    "program.opened",
                    f"post:{post.id}",
                    after={"term": program.term, "apply_from": begin, "apply_until": until},
                )
            )
        return program

    def approve(
        self, which: str, channel: str, actor: Actor, *, dry_run: bool = False
    ) -> ProgramApplication:
        """Approve the channel's newest application if it is waiting; whoever applied is told."""
        taken = _Decision(ApplicationState.WAITING, ApplicationState.ACTIVE, actor)
        return self._decide(which, channel, taken, dry_run=dry_run)

    def deny(
        self, which: str, channel: str, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> ProgramApplication:
        """Turn the newest application down if it is waiting; whoever applied is told why (code 4
        without a reason)."""
        why = require_reason(reason)
        denied = _Decision(ApplicationState.WAITING, ApplicationState.DENIED, actor, why)
        return self._decide(which, channel, denied, dry_run=dry_run)

    def end(
        self, which: str, channel: str, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> ProgramApplication:
        """Take an active channel out; it may apply again in another term."""
        why = require_reason(reason)
        ended = _Decision(ApplicationState.ACTIVE, ApplicationState.ENDED, actor, why)
        return self._decide(which, channel, ended, dry_run=dry_run)

    def list(self, page: PageRequest) -> Page[Program]:
        """Every program, in order of id."""
        with self.transactions.look() as books:
            return books.programs.all(page)

    def applications(
        self, which: str, state: ApplicationState | None, page: PageRequest
    ) -> Page[ProgramApplication]:
        """A program's applications, of one state or all, the oldest first."""
        with self.transactions.look() as books:
            if books.programs.get(PostId(which)) is None:
                raise NotFound()
            return books.programs.applications(PostId(which), state, page)

    # -- parts

    def _decide(
        self, which: str, channel: str, decision: _Decision, *, dry_run: bool
    ) -> ProgramApplication:
        program, of = PostId(which), ChannelId(channel)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            if books.programs.lock(program) is None:
                raise NotFound()
            made = books.programs.applications_of_channel(program, of)
            if not made:
                raise NotFound()
            newest = made[0]
            if newest.state is not decision.before:
                raise ProgramRefused()
            decided = newest.decided(decision.after, decision.reason)
            books.programs.keep(decided)
            self._tell(books, decided)
            books.audit.record(
                AuditEntry(
                    self.clock.now(),
                    decision.actor,
                    f"program.{decision.after}",
                    f"post:{program}",
                    after={"channel": of, "term": decided.term},
                    reason=decision.reason,
                )
            )
        return decided

    def _tell(self, books: Books, application: ProgramApplication) -> None:
        post = books.posts.get(application.program)
        channel = books.channels.get(application.channel)
        texts = {} if post is None else post.texts
        facts = {
            "title": {language.value: text.title for language, text in texts.items()},
            "channel": "" if channel is None else channel.name,
            "reason": application.reason or "",
        }
        books.notifications.add(
            Notification(
                application.account,
                _TOLD[application.state],
                self.clock.now(),
                {name: fact for name, fact in facts.items() if fact},
                Target(TargetKind.EVENT, {"id": application.program}),
            )
        )


def _event(post: Post | None) -> Post:
    if post is None or post.kind is not PostKind.EVENT or post.retired_at is not None:
        raise NotFound()
    return post


def _term(before: Program | None, today: date) -> int:
    """The number of the term that is opened now."""
    if before is None:
        return 1
    match before.state(today):
        case ProgramState.TO_COME:
            return before.term
        case ProgramState.CLOSED:
            return before.term + 1
    raise ProgramRefused()


def _require_sound(begin: date, until: date, ends_on: date | None) -> None:
    wrong = {
        "apply_until": until < begin,
        "until": ends_on is not None and ends_on < until,
    }
    if fields := {name: "date" for name, is_wrong in wrong.items() if is_wrong}:
        raise BadValues(fields=fields)
