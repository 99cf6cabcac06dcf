"""Security headers (SEC-1, SEC-2): one set for all answers, and a strict policy for pages."""

from __future__ import annotations

from collections.abc import Iterable

COMMON = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
"""Headers of every response."""

HSTS = "max-age=31536000; includeSubDomains"
API_POLICY = "default-src 'none'; frame-ancestors 'none'"
EMBEDDED = "/embedded/"
POLICY_REPORTS = "/csp-report"
"""Where browsers report what the policy has blocked (decision 0023)."""


def page_policy(nonce: str, image_hosts: Iterable[str], framed_by: Iterable[str]) -> str:
    """The Content-Security-Policy of a page (SEC-1).

    `nonce` allows the style elements of the component library; `framed_by` are the origins that may
    frame the page, which only embedded pages have.
    """
    return "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            f"style-src 'self' 'nonce-{nonce}'",
            " ".join(("img-src 'self' data:", *image_hosts)),
            "media-src 'self' blob:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'self'",
            "object-src 'none'",
            "frame-ancestors " + (" ".join(framed_by) or "'none'"),
            "require-trusted-types-for 'script'",
            "trusted-types default",
            f"report-uri {POLICY_REPORTS}",
        )
    )
