"""The tax authorities that an installation asks."""

from __future__ import annotations

from backbeat.tax.ports import AuthorityUnavailable, TaxAuthorities
from backbeat_adapters.breaker import Breaker, Tell, nobody
from backbeat_adapters.deployment import TaxRoute
from backbeat_adapters.tax.guarded import GuardedAuthority


def tax_authorities(route: TaxRoute, tell: Tell = nobody) -> TaxAuthorities:
    """Korea's, where there is a key for it. `tell` hears of failures."""
    if not route.korea_key:
        return {}
    # Its HTTP client is slow to import.
    from backbeat_adapters.tax.korea import KoreanTaxService  # noqa: PLC0415

    korea = KoreanTaxService(route.korea_key, route.korea_url)
    breaker = Breaker("korean tax service", AuthorityUnavailable, tell=tell)
    return {"KR": GuardedAuthority(korea, breaker)}
