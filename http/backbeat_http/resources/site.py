"""What anybody may know of the portal: its settings, countries, partners and terms."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.fx.service import Rates
from backbeat.kernel.clock import Clock
from backbeat.kernel.countries import Country, countries
from backbeat.kernel.errors import NotFound
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.members import rules as member_rules
from backbeat.payout_methods.model import MethodName, PayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.policies.service import Policies
from backbeat.settings import (
    MinimumBasis,
    PayoutRule,
    RpmBase,
    Settings,
    UrlStrategy,
)
from backbeat.site.model import LinkKind, PartnerSite, ShortCode, Terms, TermsKind
from backbeat.site.service import Sites
from backbeat.site.short_links import ShortLinks
from backbeat_http.caller import SHOWN_CURRENCIES, Visitor
from backbeat_http.operation import operation
from backbeat_http.wire import Amount, Flag, Rate, amount, amount_of_decimal, decimal_text


@frozen
class AccountRules:
    """Bounds of what is typed at sign-up, in characters; waiting times in seconds and days."""

    id_min: int
    id_max: int
    password_min: int
    password_max: int
    name_min: int
    name_max: int
    signup_permission_flag: Flag
    deleted_hold_days: int
    code_ttl: int
    reset_ttl: int
    max_attempts: int
    resend_after: int
    step_up_seconds: int

    @classmethod
    def of(cls, settings: Settings) -> AccountRules:
        bounds, auth = settings.accounts, settings.auth
        return cls(
            id_min=bounds.id_min,
            id_max=bounds.id_max,
            password_min=bounds.password_min,
            password_max=bounds.password_max,
            name_min=bounds.name_min,
            name_max=bounds.name_max,
            signup_permission_flag=bounds.signup_permission_flag,
            deleted_hold_days=bounds.deleted_hold_days,
            code_ttl=auth.code_ttl,
            reset_ttl=auth.reset_ttl,
            max_attempts=auth.max_attempts,
            resend_after=auth.resend_after,
            step_up_seconds=auth.step_up_seconds,
        )


@frozen
class ChannelRules:
    """Holding and review of channels; times in seconds, days as first and last."""

    hold_max_views: int
    review_days: list[int]
    forfeit_small: Amount
    verify_timer: int
    verify_every: int

    @classmethod
    def of(cls, settings: Settings) -> ChannelRules:
        channels = settings.channels
        return cls(
            hold_max_views=channels.hold_max_views,
            review_days=list(channels.review_days),
            forfeit_small=amount_of_decimal(channels.forfeit_small),
            verify_timer=channels.verify_timer,
            verify_every=channels.verify_every,
        )


@frozen
class ReportRules:
    """How fresh figures are and what revenue per thousand is counted over."""

    lag_days: int
    rpm_base: RpmBase
    target_day: int

    @classmethod
    def of(cls, settings: Settings) -> ReportRules:
        return cls(
            lag_days=settings.reports.lag_days,
            rpm_base=settings.reports.rpm_base,
            target_day=settings.settlement.target_day,
        )


@frozen
class MethodRules:
    """What a payout method costs and asks for, in USD; `minimum` is its own, where it has one.

    The fee is the flat part and the part of the amount together.
    """

    method: MethodName
    fee: Amount
    fee_rate: Rate
    minimum: Amount | None
    minimum_basis: MinimumBasis
    currencies: list[Currency]

    @classmethod
    def of(cls, method: PayoutMethod, settings: Settings) -> MethodRules:
        terms = method.terms(settings.withdrawal, settings.fees)
        return cls(
            method=method.name,
            fee=amount(terms.flat_fee),
            fee_rate=decimal_text(terms.fee_rate),
            minimum=None if terms.minimum is None else amount(terms.minimum),
            minimum_basis=terms.basis,
            currencies=sorted(method.currencies),
        )


@frozen
class WithdrawalRules:
    """When and from how much on money can be asked for; amounts in USD.

    `windows` are pairs of days of the month, -1 being the last. `methods` are all there are.
    """

    windows: list[list[int]]
    payout_rule: PayoutRule
    payout_days: int
    minimum: Amount
    bank_minimum: Amount
    bank_minimum_basis: MinimumBasis
    bank_fee: Amount
    paypal_fee_rate: Rate
    account_min: int
    account_max: int
    accept_iban: bool
    unsupported_bank_countries: list[str]
    cool_down_days: int
    methods: list[MethodRules]

    @classmethod
    def of(cls, settings: Settings) -> WithdrawalRules:
        asking, fees, payment = settings.withdrawal, settings.fees, settings.payment
        return cls(
            windows=[list(window) for window in asking.windows],
            payout_rule=asking.payout_rule,
            payout_days=asking.payout_days,
            minimum=amount_of_decimal(asking.minimum),
            bank_minimum=amount_of_decimal(asking.bank_minimum),
            bank_minimum_basis=asking.bank_minimum_basis,
            bank_fee=amount_of_decimal(fees.bank_usd),
            paypal_fee_rate=decimal_text(fees.paypal_rate),
            account_min=payment.account_min,
            account_max=payment.account_max,
            accept_iban=payment.accept_iban,
            unsupported_bank_countries=sorted(payment.unsupported_bank_countries),
            cool_down_days=payment.cool_down_days,
            methods=[MethodRules.of(method, settings) for method in METHODS],
        )


@frozen
class ReferralRules:
    """Rewards for invited friends, and what a point is worth."""

    window_months: int
    reward_rate: Rate
    points_per_usd: int
    points_valid_months: int

    @classmethod
    def of(cls, settings: Settings) -> ReferralRules:
        return cls(
            window_months=settings.referral.window_months,
            reward_rate=decimal_text(settings.referral.reward_rate),
            points_per_usd=settings.points.per_usd,
            points_valid_months=settings.points.valid_months,
        )


@frozen
class CopyNumbers:
    """Numbers that guides and dialogs quote: percent, seconds, a factor, days (CONTENT-3)."""

    mobile_volume_percent: int
    pc_volume_percent: int
    recommended_seconds: int
    short_seconds: int
    editor_seconds: int
    premium_keep_seconds: int
    premium_percent: int
    premium_rpm_factor: int
    recognition_days: list[int]
    inquiry_max_chars: int
    inquiry_max_bytes: int
    campaign_wait_seconds: int

    @classmethod
    def of(cls, settings: Settings) -> CopyNumbers:
        copy = settings.copy
        return cls(
            mobile_volume_percent=copy.mobile_volume_percent,
            pc_volume_percent=copy.pc_volume_percent,
            recommended_seconds=copy.recommended_seconds,
            short_seconds=copy.short_seconds,
            editor_seconds=copy.editor_seconds,
            premium_keep_seconds=copy.premium_keep_seconds,
            premium_percent=copy.premium_percent,
            premium_rpm_factor=copy.premium_rpm_factor,
            recognition_days=list(copy.recognition_days),
            inquiry_max_chars=settings.inquiry.max_chars,
            inquiry_max_bytes=settings.inquiry.max_bytes,
            campaign_wait_seconds=settings.campaign.download_wait_seconds,
        )


@frozen
class FeatureFlags:
    """Which optional modules the installation has switched on."""

    phone: bool
    tax: bool
    campaigns: bool
    events: bool
    programs: bool
    consent: bool
    video_review: bool


@frozen
class SiteSettingsView:
    """Every number that the portal's texts quote, and what can be chosen.

    `today` is the day in `business_tz`: calendars that a page works out start from it. A member's
    rate that is set today counts from `fee_rate_from` on.
    """

    name: str
    support_url: str | None
    run_by: str | None
    answered_by: list[str]
    terms_version: str
    business_tz: str
    today: date
    languages: list[Language]
    currencies: list[Currency]
    locale_strategy: UrlStrategy
    keep_saved_korean: bool
    simplified_units: bool
    favourites_limit: int
    default_fee_rate: Rate
    fee_rate_from: date
    accounts: AccountRules
    channels: ChannelRules
    reports: ReportRules
    withdrawal: WithdrawalRules
    referral: ReferralRules
    copy: CopyNumbers
    features: FeatureFlags

    @classmethod
    def of(cls, settings: Settings, today: date, currencies: list[Currency]) -> SiteSettingsView:
        """The settings that anybody may know, the day, and the currencies that have a rate."""
        features = settings.features
        return cls(
            name=settings.site.name,
            support_url=settings.site.support_url,
            run_by=settings.site.run_by or None,
            answered_by=list(settings.site.answered_by),
            terms_version=settings.site.terms_version,
            business_tz=settings.business_tz,
            today=today,
            languages=list(Language),
            currencies=currencies,
            locale_strategy=settings.i18n.strategy,
            keep_saved_korean=settings.i18n.keep_saved_korean,
            simplified_units=settings.formatting.simplified_units,
            favourites_limit=settings.favourites.limit,
            default_fee_rate=decimal_text(settings.settlement.default_fee_rate),
            fee_rate_from=member_rules.first_day(settings.settlement.fee_change, today),
            accounts=AccountRules.of(settings),
            channels=ChannelRules.of(settings),
            reports=ReportRules.of(settings),
            withdrawal=WithdrawalRules.of(settings),
            referral=ReferralRules.of(settings),
            copy=CopyNumbers.of(settings),
            features=FeatureFlags(
                phone=features.phone,
                tax=features.tax,
                campaigns=features.campaigns,
                events=features.events,
                programs=features.programs,
                consent=features.consent,
                video_review=features.video_review,
            ),
        )


@frozen
class CountryView:
    """A country, with the middle of its largest part in degrees."""

    code: str
    name: str
    lat: str
    lng: str

    @classmethod
    def of(cls, country: Country, language: Language) -> CountryView:
        return cls(
            country.code, country.names[language], str(country.latitude), str(country.longitude)
        )


@frozen
class CountriesView:
    """Every country there is, by its code."""

    items: list[CountryView]


@frozen
class LandingView:
    """What a partner's landing page promises in a language; others have the portal's words."""

    language: Language
    title: str
    lead: str


@frozen
class PartnerView:
    """How the portal looks under a partner's domain."""

    domain: str
    name: str
    color_primary: str
    color_primary_dim: str
    exclusive_logo: str | None
    landing: list[LandingView]

    @classmethod
    def of(cls, site: PartnerSite) -> PartnerView:
        return cls(
            domain=site.domain,
            name=site.name,
            color_primary=site.color_primary,
            color_primary_dim=site.color_primary_dim,
            exclusive_logo=site.exclusive_logo,
            landing=[
                LandingView(language, own.title, own.lead) for language, own in site.words.items()
            ],
        )


@frozen
class MetadataQuery:
    """The host name that the browser shows."""

    host: Annotated[str, Meta(max_length=253)]


@frozen
class MetadataView:
    """The partner of a host, or null for any other host."""

    metadata: PartnerView | None


@frozen
class TermsQuery:
    kind: TermsKind


@frozen
class TermsView:
    """A text of the portal; `body` is Markdown."""

    title: str
    body: str
    version: str
    updated_on: date

    @classmethod
    def of(cls, terms: Terms) -> TermsView:
        return cls(terms.title, terms.body, terms.version, terms.updated_on)


@frozen
class ShortQuery:
    """The part of `/r/CODE` behind the last slash."""

    code: Annotated[str, Meta(max_length=100)]


@frozen
class ShortView:
    """Where a short link leads: `target` is a referral code, a track code or a path of the portal."""

    kind: LinkKind
    target: str

    @classmethod
    def of(cls, link: ShortCode) -> ShortView:
        return cls(link.kind, link.target)


@frozen
class SiteResource:
    """Answers `site/*`."""

    sites: Sites
    short_links: ShortLinks
    policies: Policies
    rates: Rates
    clock: Clock

    @operation("getSiteSettings")
    def on_get_settings(self) -> SiteSettingsView:
        """Every number that the portal's texts quote, and what can be chosen."""
        return self.settings()

    def settings(self) -> SiteSettingsView:
        today = self.clock.today()
        offered = self.rates.offered(SHOWN_CURRENCIES, today)
        return SiteSettingsView.of(self.policies.on(today), today, offered)

    @operation("listCountries")
    def on_get_countries(self, visitor: Visitor) -> CountriesView:
        """Every country with its place on the map, named in the visitor's language."""
        placed = [country for country in countries().values() if country.latitude is not None]
        return CountriesView([CountryView.of(country, visitor.language) for country in placed])

    @operation("getSiteMetadata")
    def on_get_metadata(self, query: MetadataQuery) -> MetadataView:
        """The look of the partner behind a host name; it changes no right (SITE-2)."""
        return self.metadata(query)

    def metadata(self, query: MetadataQuery) -> MetadataView:
        """The partner of the host that a query names."""
        partner = self.sites.partner(query.host)
        return MetadataView(None if partner is None else PartnerView.of(partner))

    @operation("getTerms")
    def on_get_terms(self, visitor: Visitor, query: TermsQuery) -> TermsView:
        """The terms of service, the privacy policy, the font licence or the open-source notices."""
        return TermsView.of(self.sites.terms(query.kind, visitor.language))

    @operation("resolveShortLink", refuses=(NotFound,))
    def on_get_short(self, query: ShortQuery) -> ShortView:
        """Where a short code leads; one that nobody registered is not found."""
        return ShortView.of(self.short_links.resolve(query.code))
