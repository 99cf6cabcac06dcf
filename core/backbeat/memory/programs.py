"""Programs in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.board.model import PostId
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks
from backbeat.programs.model import ApplicationState, Program, ProgramApplication

PROGRAM = "program"


@define(eq=False)
class MemoryPrograms:
    _locks: Locks
    kept: dict[PostId, Program] = field(factory=dict)
    made: dict[tuple[PostId, int, ChannelId], ProgramApplication] = field(factory=dict)

    def put(self, program: Program) -> None:
        self._locks.write(PROGRAM, program.id, is_new=program.id not in self.kept)
        self.kept[program.id] = program

    def get(self, program: PostId) -> Program | None:
        return self.kept.get(program)

    def lock(self, program: PostId) -> Program | None:
        self._locks.take(PROGRAM, program)
        return self.kept.get(program)

    def all(self, page: PageRequest) -> Page[Program]:
        return page.of(sorted(self.kept.values(), key=lambda each: each.id))

    def apply(self, application: ProgramApplication) -> None:
        self.keep(application)

    def keep(self, application: ProgramApplication) -> None:
        self.made[application.program, application.term, application.channel] = application

    def applications_of_channel(
        self, program: PostId, channel: ChannelId
    ) -> Sequence[ProgramApplication]:
        found = (each for each in self._of(program) if each.channel == channel)
        return sorted(found, key=lambda each: -each.term)

    def applications_of(self, program: PostId, account: AccountId) -> Sequence[ProgramApplication]:
        found = [each for each in self._of(program) if each.account == account]
        return found[::-1]

    def all_of(self, account: AccountId) -> Sequence[ProgramApplication]:
        mine = (each for each in self.made.values() if each.account == account)
        return sorted(mine, key=lambda each: (each.applied_at, each.program, each.channel))

    def applications(
        self, program: PostId, state: ApplicationState | None, page: PageRequest
    ) -> Page[ProgramApplication]:
        found = self._of(program)
        return page.of([each for each in found if state is None or each.state is state])

    def _of(self, program: PostId) -> Sequence[ProgramApplication]:
        found = (each for each in self.made.values() if each.program == program)
        return sorted(found, key=lambda each: (each.applied_at, each.channel))
