"""Every path of the API, one line each: the index of what can be called.

A line names the path, the class that answers it and the suffix of its responders:
`Path("site/terms", SiteResource, "terms")` is answered by `SiteResource.on_get_terms`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from backbeat_http.covers import COVERS
from backbeat_http.lanes import Lane
from backbeat_http.operation import Operation, operation_of
from backbeat_http.resources.accounts import AccountsResource
from backbeat_http.resources.audio import AUDIO, AudioResource
from backbeat_http.resources.board import BoardResource
from backbeat_http.resources.campaigns import CampaignsResource
from backbeat_http.resources.channels import ChannelsResource
from backbeat_http.resources.consents import ConsentsResource
from backbeat_http.resources.dashboards import DashboardsResource
from backbeat_http.resources.disowning import DisowningResource
from backbeat_http.resources.earned import EarnedResource
from backbeat_http.resources.email import EmailResource
from backbeat_http.resources.events import EventsResource
from backbeat_http.resources.exports import ExportsResource
from backbeat_http.resources.frame import FrameResource
from backbeat_http.resources.inquiries import InquiriesResource
from backbeat_http.resources.invitations import InvitationsResource
from backbeat_http.resources.invoices import InvoicesResource
from backbeat_http.resources.landing import LandingResource
from backbeat_http.resources.ledger import LedgerResource
from backbeat_http.resources.members import MembersResource
from backbeat_http.resources.music import MusicResource
from backbeat_http.resources.notifications import NotificationsResource
from backbeat_http.resources.payment_details import PaymentDetailsResource
from backbeat_http.resources.payout_state import PayoutStateResource
from backbeat_http.resources.phones import PhonesResource
from backbeat_http.resources.programs import ProgramsResource
from backbeat_http.resources.recovery import RecoveryResource
from backbeat_http.resources.second_factors import SecondFactorsResource
from backbeat_http.resources.sessions import SessionsResource
from backbeat_http.resources.site import SiteResource
from backbeat_http.resources.statements import StatementsResource
from backbeat_http.resources.tax import TaxResource
from backbeat_http.resources.video_reviews import VideoReviewsResource
from backbeat_http.resources.withdrawals import WithdrawalsResource

BASE = "/api"
METHODS = ("GET", "POST")
READINESS = "/readyz"


@frozen
class Path:
    """One path below the base, the class that answers it and the suffix of its responders."""

    template: str
    resource: type
    suffix: str

    @property
    def tag(self) -> str:
        """The first word of the path that is not a version; it groups the calls in the document."""
        return self.template.removeprefix("v2/").partition("/")[0]


PATHS: tuple[Path, ...] = (
    # accounts
    Path("member/login", AccountsResource, "login"),
    Path("member/logout", SessionsResource, "logout"),
    Path("member/login.disown", SessionsResource, "disown"),
    Path("member/join", AccountsResource, "join"),
    Path("member/me", AccountsResource, "me"),
    Path("member/create.onetime.auth", AccountsResource, "onetime"),
    Path("member/email", EmailResource, "email"),
    Path("member/emailverify", EmailResource, "emailverify"),
    Path("member/email.change", EmailResource, "email_change"),
    Path("member/email.change.verify", EmailResource, "email_change_verify"),
    Path("member/phone", PhonesResource, "phone"),
    Path("member/phone/send", PhonesResource, "send"),
    Path("member/phone/verify", PhonesResource, "verify"),
    Path("member/phone/find.id", PhonesResource, "find_id"),
    Path("member/account/find.password", RecoveryResource, "recovery"),
    Path("member/account/find.password.verify", RecoveryResource, "recovery_verify"),
    Path("member/account/find.password.update", RecoveryResource, "recovery_update"),
    Path("member/account/update", AccountsResource, "update"),
    Path("member/account/delete.account", AccountsResource, "delete"),
    Path("member/settings/push", AccountsResource, "push"),
    Path("member/settings/step.tutorial", AccountsResource, "tutorial"),
    Path("member/totp/setup", SecondFactorsResource, "totp_setup"),
    Path("member/totp/confirm", SecondFactorsResource, "totp_confirm"),
    Path("member/totp/codes", SecondFactorsResource, "totp_codes"),
    Path("member/totp/remove", SecondFactorsResource, "totp_remove"),
    Path("member/totp/remove.later", SecondFactorsResource, "totp_remove_later"),
    Path("member/totp/lost", SecondFactorsResource, "totp_lost"),
    Path("member/totp/keep", SecondFactorsResource, "totp_keep"),
    Path("member/stepup", SessionsResource, "stepup"),
    Path("member/sessions", SessionsResource, "sessions"),
    Path("member/sessions/end", SessionsResource, "sessions_end"),
    Path("account/consent", ConsentsResource, "consent"),
    # members
    Path("member/mcn/accounts", MembersResource, "accounts"),
    Path("member/mcn/add", MembersResource, "add"),
    Path("member/mcn/update", MembersResource, "update"),
    Path("member/mcn/delete", MembersResource, "delete"),
    Path("member/mcn/invite", MembersResource, "invite"),
    Path("member/mcn/invite.again", MembersResource, "invite_again"),
    Path("member/mcn/accounts.download", MembersResource, "file"),
    Path("member/mcn/accounts.import", MembersResource, "import"),
    Path("member/invite.accept", AccountsResource, "accept"),
    Path("member/mcn/rate.preview", MembersResource, "rate_preview"),
    # invitations
    Path("member/invitation/dashboard", InvitationsResource, "dashboard"),
    Path("member/invitation/dashboard/list", InvitationsResource, "list"),
    Path("member/invitation/validate", InvitationsResource, "validate"),
    # channels
    Path("channel/list", ChannelsResource, "list"),
    Path("channel/sub/list", ChannelsResource, "sub_list"),
    Path("channel/detail", ChannelsResource, "detail"),
    Path("channel/categories", ChannelsResource, "categories"),
    Path("channel/add", ChannelsResource, "add"),
    Path("channel/verify", ChannelsResource, "verify"),
    Path("channel/verify.status", ChannelsResource, "verify_status"),
    Path("channel/review", ChannelsResource, "review"),
    Path("channel/assign", ChannelsResource, "assign"),
    Path("channel/unassign", ChannelsResource, "unassign"),
    Path("channel/delete.preview", ChannelsResource, "delete_preview"),
    Path("channel/delete", ChannelsResource, "delete"),
    # reports
    Path("v2/music/dashboard", DashboardsResource, "dashboard"),
    Path("v2/music/video/dashboard", DashboardsResource, "video_dashboard"),
    Path("v2/music/video/list", DashboardsResource, "video_list"),
    Path("v2/music/channel/dashboard", DashboardsResource, "channel_dashboard"),
    Path("v2/music/member/dashboard", DashboardsResource, "member_dashboard"),
    Path("v2/music/video/details", DashboardsResource, "video_details"),
    Path("v2/music/video/review", VideoReviewsResource, "review"),
    # music
    Path("v2/music/home", MusicResource, "home"),
    Path("v2/music/search", MusicResource, "search"),
    Path("v2/music/search/without", MusicResource, "without"),
    Path("v2/music/earned", EarnedResource, "earned"),
    Path("v2/music/earned/videos", EarnedResource, "videos"),
    Path("v2/music/tags", MusicResource, "tags"),
    Path("v2/music/detail", MusicResource, "detail"),
    Path("music/favorite.toggle", MusicResource, "toggle"),
    Path("music/favorite.list", MusicResource, "favorites"),
    Path("music/music.log", MusicResource, "log"),
    Path(f"{AUDIO}{{isrc}}", AudioResource, "audio"),
    # withdrawals
    Path("withdrawal/summary", LedgerResource, "summary"),
    Path("withdrawal/state.dismiss", PayoutStateResource, "dismiss"),
    Path("withdrawal/remind", PayoutStateResource, "remind"),
    Path("withdrawal/report", LedgerResource, "report"),
    Path("withdrawal/report.excel", ExportsResource, "excel"),
    Path("withdrawal/report.excel.download", ExportsResource, "download"),
    Path("withdrawal/ledger", LedgerResource, "ledger"),
    Path("withdrawal/detail", LedgerResource, "detail"),
    Path("withdrawal/explain", LedgerResource, "explain"),
    Path("withdrawal/statement", StatementsResource, "statement"),
    Path("withdrawal/info", PaymentDetailsResource, "info"),
    Path("withdrawal/info.register", PaymentDetailsResource, "register"),
    Path("withdrawal/info.update", PaymentDetailsResource, "update"),
    Path("withdrawal/info.disown", DisowningResource, "disown"),
    Path("withdrawal/tax", TaxResource, "tax"),
    Path("withdrawal/tax.check", TaxResource, "check"),
    Path("withdrawal/quote", WithdrawalsResource, "quote"),
    Path("withdrawal/request", WithdrawalsResource, "request"),
    Path("withdrawal/list", WithdrawalsResource, "list"),
    Path("withdrawal/invoice", InvoicesResource, "invoice"),
    Path("withdrawal/invoice.download", InvoicesResource, "download"),
    Path("withdrawal/invoice.link", InvoicesResource, "link"),
    Path("withdrawal/invoice.embedded", InvoicesResource, "embedded"),
    # notifications
    Path("notification/list", NotificationsResource, "list"),
    Path("notification/read", NotificationsResource, "read"),
    Path("notification/read.all", NotificationsResource, "read_all"),
    # board
    Path("board/list", BoardResource, "list"),
    Path("board/detail", BoardResource, "detail"),
    Path("board/header", BoardResource, "header"),
    Path("board/banner.list", BoardResource, "banner_list"),
    # campaigns
    Path("campaign/list", CampaignsResource, "list"),
    Path("campaign/detail", CampaignsResource, "detail"),
    Path("campaign/apply", CampaignsResource, "apply"),
    Path("campaign/participate", CampaignsResource, "participate"),
    Path("campaign/resource", CampaignsResource, "resource"),
    Path("campaign/file", CampaignsResource, "file"),
    # events, programs
    Path("event/detail", EventsResource, "detail"),
    Path("event/apply", EventsResource, "apply"),
    Path("event/cancel", EventsResource, "cancel"),
    Path("event/benefit", EventsResource, "benefit"),
    Path("program/detail", ProgramsResource, "detail"),
    Path("program/apply", ProgramsResource, "apply"),
    # partnership
    Path("partnership/inquiry", InquiriesResource, "inquiry"),
    # site
    Path("site/frame", FrameResource, "frame"),
    Path("site/settings", SiteResource, "settings"),
    Path("site/countries", SiteResource, "countries"),
    Path("site/metadata", SiteResource, "metadata"),
    Path("site/terms", SiteResource, "terms"),
    Path("site/short", SiteResource, "short"),
    Path("site/landing", LandingResource, "landing"),
)


def lane_of(method: str, path: str) -> Lane:
    """The lane in which a request works; a request that is no call of the API shares the lane of
    common calls.
    """
    if path.startswith(_MEDIA):
        return Lane.MEDIA
    return _LANES.get((method, path), Lane.COMMON)


def takes_file(method: str, path: str) -> bool:
    """Whether a request may bring a file, so that its body may be large."""
    return (method, path) in _WITH_FILE


def operations(resource: type, suffix: str) -> Iterable[tuple[str, Operation]]:
    """The method and the operation of each responder with that suffix."""
    for method in METHODS:
        responder = getattr(resource, f"on_{method.lower()}_{suffix}", None)
        if responder is not None:
            yield method, operation_of(responder)


def _lanes() -> Mapping[tuple[str, str], Lane]:
    lanes = {
        (method, f"{BASE}/{path.template}"): operation.lane
        for path in PATHS
        for method, operation in operations(path.resource, path.suffix)
    }
    return lanes | {("GET", READINESS): Lane.HEALTH, ("HEAD", READINESS): Lane.HEALTH}


_LANES = _lanes()
_MEDIA = (f"{BASE}/{AUDIO}", COVERS)
_WITH_FILE = frozenset(
    (method, f"{BASE}/{path.template}")
    for path in PATHS
    for method, operation in operations(path.resource, path.suffix)
    if operation.is_form
)
