"""What anybody may know of the portal: its settings, countries, partners and terms."""

from __future__ import annotations

from attrs import frozen

from backbeat.kernel.languages import Language
from backbeat.settings import Settings
from backbeat_http.caller import SHOWN_CURRENCIES
from backbeat_http.operation import operation


@frozen
class SiteSettingsView:
    """x."""

    name: str
    languages: list[str]
    currencies: list[str]


@frozen
class SiteResource:
    """Answers `site/*`."""

    settings: Settings

    @operation("getSiteSettings")
    def on_get_settings(self) -> SiteSettingsView:
        """Every number that the portal's texts quote, and what can be chosen."""
        return SiteSettingsView(self.settings.site.name, list(Language), list(SHOWN_CURRENCIES))
