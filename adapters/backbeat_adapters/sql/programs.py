"""Programs and the channels that applied, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    func,
    insert,
    select,
    update,
)

from backbeat.board.model import PostId
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.programs.model import ApplicationState, Program, ProgramApplication
from backbeat_adapters.sql.engine.schema import Big, Choice, Day, Instant, table
from backbeat_adapters.sql.engine.upserts import without_key

programs = table(
    "programs",
    Column("post", Text, ForeignKey("posts.id"), primary_key=True),
    Column("term", Big, nullable=False),
    Column("apply_from", Day, nullable=False),
    Column("apply_until", Day, nullable=False),
)
applications = table(
    "program_applications",
    Column("program", Text, ForeignKey("programs.post"), nullable=False),
    Column("term", Big, nullable=False),
    Column("channel", Text, nullable=False),
    Column("account", Text, nullable=False),
    Column("applied_on", Day, nullable=False),
    Column("applied_at", Instant, nullable=False),
    Column("state", Choice(ApplicationState), nullable=False),
    Column("reason", Text),
    PrimaryKeyConstraint("program", "channel", "term"),
    Index("ix_program_applications_account", "account", "program"),
    Index("ix_program_applications_applied_at", "program", "applied_at", "channel"),
)


@frozen
class SqlPrograms:
    connection: Connection

    def put(self, program: Program) -> None:
        row = {
            "post": program.id,
            "term": program.term,
            "apply_from": program.apply_from,
            "apply_until": program.apply_until,
        }
        changed = self.connection.execute(
            update(programs).where(programs.c.post == program.id).values(without_key(programs, row))
        )
        if changed.rowcount == 0:
            self.connection.execute(insert(programs).values(row))

    def get(self, program: PostId) -> Program | None:
        row = self.connection.execute(select(programs).where(programs.c.post == program)).first()
        return None if row is None else _program(row)

    def lock(self, program: PostId) -> Program | None:
        wanted = select(programs).where(programs.c.post == program).with_for_update()
        row = self.connection.execute(wanted).first()
        return None if row is None else _program(row)

    def all(self, page: PageRequest) -> Page[Program]:
        total = self.connection.execute(select(func.count()).select_from(programs)).scalar_one()
        rows = self.connection.execute(
            select(programs).order_by(programs.c.post).limit(page.size).offset(page.offset)
        )
        return Page([_program(row) for row in rows], page.page, page.size, total)

    def apply(self, application: ProgramApplication) -> None:
        self.connection.execute(insert(applications).values(_to_row(application)))

    def keep(self, application: ProgramApplication) -> None:
        self.connection.execute(
            update(applications)
            .where(
                applications.c.program == application.program,
                applications.c.channel == application.channel,
                applications.c.term == application.term,
            )
            .values(without_key(applications, _to_row(application)))
        )

    def applications_of_channel(
        self, program: PostId, channel: ChannelId
    ) -> Sequence[ProgramApplication]:
        wanted = (
            select(applications)
            .where(applications.c.program == program, applications.c.channel == channel)
            .order_by(applications.c.term.desc())
        )
        return [_application(row) for row in self.connection.execute(wanted)]

    def applications_of(self, program: PostId, account: AccountId) -> Sequence[ProgramApplication]:
        wanted = select(applications).where(
            applications.c.account == account, applications.c.program == program
        )
        found = map(_application, self.connection.execute(wanted))
        # Put in order here: for the sake of it SQLite would walk over everybody's applications.
        return sorted(found, key=attrgetter("applied_at", "channel"), reverse=True)

    def all_of(self, account: AccountId) -> Sequence[ProgramApplication]:
        wanted = (
            select(applications)
            .where(applications.c.account == account)
            .order_by(applications.c.applied_at, applications.c.program, applications.c.channel)
        )
        return [_application(row) for row in self.connection.execute(wanted)]

    def applications(
        self, program: PostId, state: ApplicationState | None, page: PageRequest
    ) -> Page[ProgramApplication]:
        where: list[ColumnElement[bool]] = [applications.c.program == program]
        if state is not None:
            where.append(applications.c.state == state)
        total = self.connection.execute(
            select(func.count()).select_from(applications).where(*where)
        ).scalar_one()
        rows = self.connection.execute(
            select(applications)
            .where(*where)
            .order_by(applications.c.applied_at, applications.c.channel)
            .limit(page.size)
            .offset(page.offset)
        )
        return Page([_application(row) for row in rows], page.page, page.size, total)


def _program(row: Row[Any]) -> Program:
    return Program(PostId(row.post), row.term, row.apply_from, row.apply_until)


def _to_row(application: ProgramApplication) -> dict[str, Any]:
    return {
        "program": application.program,
        "term": application.term,
        "channel": application.channel,
        "account": application.account,
        "applied_on": application.applied_on,
        "applied_at": application.applied_at,
        "state": application.state,
        "reason": application.reason,
    }


def _application(row: Row[Any]) -> ProgramApplication:
    return ProgramApplication(
        PostId(row.program),
        row.term,
        ChannelId(row.channel),
        AccountId(row.account),
        row.applied_on,
        row.applied_at,
        row.state,
        row.reason,
    )
