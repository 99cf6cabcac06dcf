"""Programs of the board: `program/*` (CAMPAIGN-10)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.board.model import PostId
from backbeat.events.errors import OutsideApplicationPeriod
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import ChannelId
from backbeat.programs.errors import AlreadyActive, ApplicationsOver, AppliedThisTerm
from backbeat.programs.model import ApplicationState, Enrolment, ProgramApplication, ProgramState
from backbeat.programs.service import Programs
from backbeat.withdrawals.errors import ChannelNotApproved
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.wire import Count

Id = Annotated[str, Meta(min_length=1, max_length=64)]


@frozen
class ProgramQuery:
    """`id` is that of the program's post."""

    id: Id


@frozen
class ProgramBody:
    """`id` is that of the program's post, `channel` an approved channel that the caller holds."""

    id: Id
    channel: Id


@frozen
class ProgramApplicationView:
    """An application of the caller's; `reason` says why it was denied or ended."""

    channel: str
    channel_name: str
    term: Count
    state: ApplicationState
    applied_on: date
    reason: str | None

    @classmethod
    def of(cls, made: ProgramApplication, enrolment: Enrolment) -> ProgramApplicationView:
        name = enrolment.names.get(made.channel, "")
        return cls(made.channel, name, made.term, made.state, made.applied_on, made.reason)


@frozen
class ProgramView:
    """A program in its newest term, with the caller's applications of all terms, newest first."""

    id: str
    term: Count
    state: ProgramState
    apply_from: date
    apply_until: date
    applications: list[ProgramApplicationView]

    @classmethod
    def of(cls, enrolment: Enrolment) -> ProgramView:
        program = enrolment.program
        return cls(
            id=program.id,
            term=program.term,
            state=enrolment.state,
            apply_from=program.apply_from,
            apply_until=program.apply_until,
            applications=[
                ProgramApplicationView.of(each, enrolment) for each in enrolment.applications
            ],
        )


@frozen
class ProgramsResource:
    """Answers `program/*`."""

    programs: Programs

    @operation("getProgram", refuses=(FeatureOff, NotFound))
    def on_get_detail(self, caller: Caller, query: ProgramQuery) -> ProgramView:
        """A program, with the caller's applications to it."""
        return ProgramView.of(self.programs.show(caller.account, PostId(query.id)))

    @operation(
        "applyToProgram",
        refuses=(
            FeatureOff,
            NotFound,
            AlreadyActive,
            ApplicationsOver,
            OutsideApplicationPeriod,
            AppliedThisTerm,
            ChannelNotApproved,
        ),
    )
    def on_post_apply(self, caller: Caller, body: ProgramBody) -> ProgramView:
        """Apply with a channel, once in a term."""
        which, channel = PostId(body.id), ChannelId(body.channel)
        return ProgramView.of(self.programs.apply(caller.account, which, channel))
