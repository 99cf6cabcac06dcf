"""What programs need: where they are kept, the posts that they belong to, channels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.board.model import PostId
from backbeat.channels.ports import ChannelRepository
from backbeat.events.ports import Posts
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.notifications.ports import NotificationRepository
from backbeat.programs.model import ApplicationState, Program, ProgramApplication


class ProgramRepository(Protocol):
    def put(self, program: Program) -> None:
        """Keep a program; it takes the place of one with the same id."""

    def get(self, program: PostId) -> Program | None: ...

    def lock(self, program: PostId) -> Program | None:
        """The program; nobody else changes it or its applications until the transaction ends."""

    def all(self, page: PageRequest) -> Page[Program]:
        """Every program, in order of id."""

    def apply(self, application: ProgramApplication) -> None: ...

    def keep(self, application: ProgramApplication) -> None:
        """The application has to be there; its decision is what changes."""

    def applications_of_channel(
        self, program: PostId, channel: ChannelId
    ) -> Sequence[ProgramApplication]:
        """Those of a channel, the newest term first."""

    def applications_of(self, program: PostId, account: AccountId) -> Sequence[ProgramApplication]:
        """Those that an account made, the newest first."""

    def all_of(self, account: AccountId) -> Sequence[ProgramApplication]:
        """Those that an account made to any program, the oldest first."""

    def applications(
        self, program: PostId, state: ApplicationState | None, page: PageRequest
    ) -> Page[ProgramApplication]:
        """Those of a program, of one state or all, the oldest first."""


class Books(Protocol):
    """What a transaction about programs sees."""

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def channels(self) -> ChannelRepository: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def posts(self) -> Posts: ...

    @property
    def programs(self) -> ProgramRepository: ...
