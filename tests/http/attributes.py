"""What a call asks for beside the right to make it: one line a route, tried over the application.

A route that is not here fails the tests. `limit` is how many in how many seconds, counted for an
account (LIMIT-8 to LIMIT-10); `step_up` asks for a fresh password (SESSION-8); `named` takes an
`Idempotency-Key` (HTTP-15); `writes` is closed to operators who look (SESSION-14);
`kept_seconds` is how long a proxy may keep the answer (HTTP-22).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Attributes:
    """What one route asks for."""

    limit: tuple[int, int] | None = None
    step_up: bool = False
    named: bool = False
    writes: bool | None = None
    """Whether something is changed, where the method does not tell (SESSION-14)."""
    kept_seconds: int = 0
    """How long a proxy may keep the answer (HTTP-22)."""


NONE = Attributes()
FRESH = Attributes(step_up=True)
SEARCH = Attributes(limit=(120, 60))
CODES = Attributes(limit=(30, 60))
PAPERS = Attributes(limit=(60, 60))

ATTRIBUTES: Mapping[tuple[str, str], Attributes] = {
    ("POST", "member/login"): NONE,
    ("POST", "member/login.disown"): NONE,
    ("POST", "member/logout"): Attributes(writes=False),
    ("POST", "member/join"): NONE,
    ("GET", "member/me"): NONE,
    ("POST", "member/create.onetime.auth"): NONE,
    ("POST", "member/email"): NONE,
    ("POST", "member/emailverify"): NONE,
    ("POST", "member/email.change"): FRESH,
    ("POST", "member/email.change.verify"): NONE,
    ("GET", "member/phone"): NONE,
    ("POST", "member/phone/send"): NONE,
    ("POST", "member/phone/verify"): NONE,
    ("POST", "member/phone/find.id"): NONE,
    ("POST", "member/account/find.password"): NONE,
    ("POST", "member/account/find.password.verify"): NONE,
    ("POST", "member/account/find.password.update"): NONE,
    ("POST", "member/account/update"): NONE,
    ("POST", "member/account/delete.account"): NONE,
    ("POST", "member/settings/push"): NONE,
    ("POST", "member/settings/step.tutorial"): NONE,
    ("POST", "member/totp/setup"): FRESH,
    ("POST", "member/totp/confirm"): FRESH,
    ("POST", "member/totp/codes"): FRESH,
    ("POST", "member/totp/remove"): FRESH,
    ("POST", "member/totp/remove.later"): FRESH,
    ("POST", "member/totp/lost"): NONE,
    ("POST", "member/totp/keep"): NONE,
    ("POST", "member/stepup"): NONE,
    ("GET", "member/sessions"): NONE,
    ("POST", "member/sessions/end"): FRESH,
    ("GET", "account/consent"): NONE,
    ("POST", "account/consent"): NONE,
    ("GET", "member/mcn/accounts"): SEARCH,
    ("POST", "member/mcn/add"): Attributes(named=True),
    ("POST", "member/mcn/invite"): Attributes(named=True),
    ("POST", "member/mcn/invite.again"): NONE,
    ("GET", "member/mcn/accounts.download"): PAPERS,
    ("POST", "member/mcn/accounts.import"): FRESH,
    ("POST", "member/invite.accept"): NONE,
    ("POST", "member/mcn/update"): FRESH,
    ("POST", "member/mcn/delete"): NONE,
    ("GET", "member/mcn/rate.preview"): NONE,
    ("GET", "member/invitation/dashboard"): NONE,
    ("GET", "member/invitation/dashboard/list"): NONE,
    ("GET", "member/invitation/validate"): CODES,
    ("GET", "channel/list"): SEARCH,
    ("GET", "channel/sub/list"): NONE,
    ("GET", "channel/detail"): NONE,
    ("GET", "channel/categories"): NONE,
    ("POST", "channel/add"): NONE,
    ("GET", "campaign/list"): NONE,
    ("GET", "campaign/detail"): NONE,
    ("POST", "campaign/apply"): NONE,
    ("POST", "campaign/participate"): Attributes(limit=(20, 3600)),
    ("GET", "campaign/resource"): NONE,
    ("GET", "campaign/file"): NONE,
    ("GET", "event/detail"): NONE,
    ("POST", "event/apply"): NONE,
    ("POST", "event/cancel"): NONE,
    ("POST", "event/benefit"): NONE,
    ("GET", "program/detail"): NONE,
    ("POST", "program/apply"): NONE,
    ("POST", "partnership/inquiry"): NONE,
    ("GET", "site/short"): NONE,
    ("POST", "channel/verify"): NONE,
    ("GET", "channel/verify.status"): NONE,
    ("POST", "channel/review"): NONE,
    ("POST", "channel/assign"): NONE,
    ("POST", "channel/unassign"): NONE,
    ("GET", "channel/delete.preview"): NONE,
    ("POST", "channel/delete"): NONE,
    ("GET", "v2/music/dashboard"): NONE,
    ("GET", "v2/music/video/dashboard"): NONE,
    ("GET", "v2/music/video/list"): SEARCH,
    ("GET", "v2/music/channel/dashboard"): NONE,
    ("GET", "v2/music/member/dashboard"): NONE,
    ("GET", "v2/music/video/details"): NONE,
    ("GET", "v2/music/video/review"): NONE,
    ("POST", "v2/music/video/review"): Attributes(limit=(20, 3600)),
    ("GET", "v2/music/home"): NONE,
    ("GET", "v2/music/search"): SEARCH,
    ("GET", "v2/music/search/without"): SEARCH,
    ("GET", "v2/music/earned"): SEARCH,
    ("GET", "v2/music/earned/videos"): SEARCH,
    ("GET", "v2/music/tags"): NONE,
    ("GET", "v2/music/detail"): NONE,
    ("POST", "music/favorite.toggle"): Attributes(limit=(60, 60)),
    ("GET", "music/favorite.list"): NONE,
    ("GET", "music/audio/{isrc}"): NONE,
    ("GET", "music/music.log"): Attributes(limit=(60, 60), writes=True),
    ("GET", "withdrawal/summary"): NONE,
    ("POST", "withdrawal/state.dismiss"): NONE,
    ("POST", "withdrawal/remind"): NONE,
    ("GET", "withdrawal/report"): NONE,
    ("GET", "withdrawal/report.excel"): NONE,
    ("POST", "withdrawal/report.excel"): Attributes(limit=(10, 3600)),
    ("GET", "withdrawal/report.excel.download"): NONE,
    ("GET", "withdrawal/ledger"): NONE,
    ("GET", "withdrawal/detail"): NONE,
    ("GET", "withdrawal/explain"): NONE,
    ("GET", "withdrawal/statement"): PAPERS,
    ("GET", "withdrawal/info"): NONE,
    ("POST", "withdrawal/info.register"): FRESH,
    ("POST", "withdrawal/info.update"): FRESH,
    ("POST", "withdrawal/info.disown"): NONE,
    ("GET", "withdrawal/tax"): NONE,
    ("POST", "withdrawal/tax.check"): Attributes(limit=(20, 3600)),
    ("GET", "withdrawal/quote"): NONE,
    ("POST", "withdrawal/request"): Attributes(limit=(5, 60), step_up=True, named=True),
    ("GET", "withdrawal/list"): NONE,
    ("GET", "withdrawal/invoice"): NONE,
    ("GET", "withdrawal/invoice.download"): PAPERS,
    ("GET", "withdrawal/invoice.link"): Attributes(writes=True),
    ("GET", "withdrawal/invoice.embedded"): NONE,
    ("GET", "board/list"): NONE,
    ("GET", "board/detail"): NONE,
    ("GET", "board/header"): NONE,
    ("GET", "board/banner.list"): NONE,
    ("GET", "notification/list"): NONE,
    ("POST", "notification/read"): NONE,
    ("POST", "notification/read.all"): NONE,
    ("GET", "site/frame"): NONE,
    ("GET", "site/settings"): NONE,
    ("GET", "site/countries"): NONE,
    ("GET", "site/metadata"): NONE,
    ("GET", "site/terms"): NONE,
    ("GET", "site/landing"): Attributes(kept_seconds=60),
}
