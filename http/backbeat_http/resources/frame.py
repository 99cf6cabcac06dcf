"""What stands around every page, in one answer: `site/frame` (WEB-27)."""

from __future__ import annotations

from attrs import frozen

from backbeat_http.caller import Caller, Visitor
from backbeat_http.operation import operation
from backbeat_http.pages import PageView
from backbeat_http.resources.accounts import AccountsResource, MeView
from backbeat_http.resources.board import BoardResource, HeaderView
from backbeat_http.resources.members import MembersResource, MemberView
from backbeat_http.resources.notifications import (
    NotificationQuery,
    NotificationsResource,
    NotificationsView,
)
from backbeat_http.resources.site import (
    MetadataQuery,
    MetadataView,
    SiteResource,
    SiteSettingsView,
)


@frozen
class FrameView:
    """What `site/settings`, `site/metadata`, `board/header`, `member/me` and the first pages of
    `notification/list` and `member/mcn/accounts` answer. Null is what the caller may not ask for:
    the last three without a session, the last two before the account is settled, and the last one
    for who may not have accounts below.
    """

    settings: SiteSettingsView
    metadata: MetadataView
    header: HeaderView
    me: MeView | None
    notifications: NotificationsView | None
    accounts: PageView[MemberView] | None


@frozen
class FrameResource:
    """Answers `site/frame`, from what the resources of its parts answer."""

    site: SiteResource
    board: BoardResource
    account: AccountsResource
    notifications: NotificationsResource
    members: MembersResource

    @operation("getFrame")
    def on_get_frame(
        self, visitor: Visitor, caller: Caller | None, query: MetadataQuery
    ) -> FrameView:
        """Everything that stands around a page, for the first page of a visit.

        Each part has a call of its own, by which it is asked again. A session that has ended is
        nobody's: `member/me` says why.
        """
        me = None if caller is None else self.account.me(caller)
        # Who still has to prove an address or set up a factor may ask for nothing more.
        settled = None if me is None or me.auth_required or me.totp.required else caller
        inbox, members = self.notifications.inbox, self.members.at_hand
        return FrameView(
            settings=self.site.settings(),
            metadata=self.site.metadata(query),
            header=self.board.header(visitor),
            me=me,
            notifications=None if settled is None else inbox(settled, NotificationQuery()),
            accounts=None if settled is None else members(settled),
        )
