"""How the installation is set up: secrets, addresses, policies, documents, the machine."""

from __future__ import annotations

import ipaddress
import os
import stat
from collections.abc import Iterator
from datetime import timedelta

from backbeat import settings as defaults
from backbeat.catalogue.landing import Silence
from backbeat.kernel.languages import FALLBACK, Language
from backbeat.policies.rules import written
from backbeat.settings import LimitsProfile, Settings
from backbeat.site.model import TermsKind
from backbeat.site.texts import is_own
from backbeat_cli.health.model import Check, Finding, Level, Patient, advised, judged, keeps
from backbeat_http.static import STATIC

_ADVISED_PASSWORD = 8
_LATELY = timedelta(days=2)
_OWN_TEXTS = (TermsKind.TERMS, TermsKind.POLICY)
"""The texts that operators have to write in their own words; the texts about licences are good as
they are.
"""
_HANGUL_AND_HAN = {
    Language.KOREAN: "가",
    Language.SIMPLIFIED_CHINESE: "汉",
    Language.TRADITIONAL_CHINESE: "漢",
}


def _secrets(patient: Patient) -> Iterator[Finding]:
    keys = patient.configuration.deployment.secret_keys
    container = patient.container.secrets()
    is_whole = container.open(container.seal("trial", "doctor"), "doctor") == "trial"
    yield judged(
        "secrets",
        bool(keys) and is_whole,
        f"{len(keys)} keys"
        if keys
        else "payment details and authenticator apps are stored unencrypted",
        "set secret_keys to 32 random bytes in base64: openssl rand -base64 32",
        Level.WARNING,
    )
    file = patient.configuration.file
    if file is not None:
        is_private = not file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        yield judged(
            "secrets",
            is_private,
            f"{file} {'is private' if is_private else 'can be read by other users'}",
            f"chmod 600 {file}",
            Level.WARNING,
        )


def _debug(_patient: Patient) -> Iterator[Finding]:
    is_on = bool(os.environ.get("BACKBEAT_DEBUG"))
    yield advised(
        "debug",
        not is_on,
        "BACKBEAT_DEBUG is set: errors show their details" if is_on else "off",
        "unset BACKBEAT_DEBUG",
    )


def _site(patient: Patient) -> Iterator[Finding]:
    yield from _addresses(patient.configuration.settings)
    yield from _pages(patient.configuration.settings)


def _addresses(settings: Settings) -> Iterator[Finding]:
    yield judged(
        "site",
        settings.site.url.startswith("https://"),
        f"address {settings.site.url}",
        "set site.url to the https address that people use",
        Level.WARNING,
    )
    loose = [o for o in settings.embed.allowed_origins if not o.startswith("https://")]
    yield judged(
        "site",
        not loose,
        f"may be framed by {', '.join(settings.embed.allowed_origins) or 'nobody'}",
        "name https origins in embed.allowed_origins",
    )
    plain = [host for host in settings.site.image_hosts if not host.startswith("https://")]
    yield advised(
        "site",
        not plain,
        f"pictures from {', '.join(settings.site.image_hosts) or 'nowhere else'}",
        "name https hosts in site.image_hosts: pages may load pictures from these alone",
    )

    yield advised(
        "site",
        settings.site.security_contact is not None,
        f"weaknesses are reported to {settings.site.security_contact}"
        if settings.site.security_contact
        else "no security.txt: nobody knows where to report a weakness",
        "set site.security_contact to a mailto: or https: address",
    )


def _pages(settings: Settings) -> Iterator[Finding]:
    samples = [kind for kind in _OWN_TEXTS if not is_own(kind, FALLBACK, settings.site)]
    yield judged(
        "site",
        not samples,
        f"the sample text is shown for {', '.join(samples)}" if samples else "terms of your own",
        "put <kind>.en.md of your own into a folder and name it in site.terms_folder",
        Level.WARNING,
    )
    yield judged(
        "site",
        (STATIC / "index.html").is_file(),
        "web UI there" if (STATIC / "index.html").is_file() else "no web UI",
        "install the released package, or build it: nox -s web",
    )


_SILENT = {
    Silence.UNKNOWN: (
        "the catalogue has no such track",
        "name one of `backbeat track list` in landing.track",
    ),
    Silence.RETIRED: (
        "it is retired",
        "bring it back with `backbeat track restore`, or name another one in landing.track",
    ),
    Silence.EXCLUSIVE: (
        "it is a partner's alone",
        "name one that is everybody's in landing.track",
    ),
    Silence.NO_PREVIEW: (
        "there is no preview of it",
        "take its sound in with `backbeat track audio`, or name another one in landing.track",
    ),
}


def _landing(patient: Patient) -> Iterator[Finding]:
    named = patient.configuration.settings.landing.track
    silence = patient.container.portal().landing_page.silence()
    if silence is None:
        found = f"plays {named}" if named else "plays no track"
        yield Finding("landing", Level.OK, found)
        return
    why, cure = _SILENT[silence]
    yield Finding("landing", Level.WARNING, f"{named} is not heard: {why}", cure)


def _proxy(patient: Patient) -> Iterator[Finding]:
    settings, bind = patient.configuration.settings, patient.configuration.deployment.serving.bind
    proxies = settings.server.trusted_proxies
    yield advised(
        "proxy",
        bool(proxies) or not settings.site.url.startswith("https://"),
        f"trusted: {', '.join(proxies)}" if proxies else "no trusted proxy",
        "name the TLS proxy in server.trusted_proxies; else all clients share its limits",
    )
    seen = _unnamed(patient)
    yield judged(
        "proxy",
        not seen,
        f"came lately from {', '.join(seen)}, which is not trusted, for several clients"
        if seen
        else "none that is not named was seen lately",
        "name it in server.trusted_proxies if it is yours: all its clients share one's limits",
        Level.WARNING,
    )
    yield advised(
        "proxy",
        _is_inside(bind),
        f"listens on {bind}",
        "set serving.bind to an address that only the proxy reaches, such as 127.0.0.1:8000",
    )


def _unnamed(patient: Patient) -> list[str]:
    """Proxies seen within the last two days that the settings still do not name."""
    now = patient.container.security_clock().now()
    sightings = patient.container.security_log().since(now - _LATELY)
    found = {each.address for each in sightings if each.kind == "proxy"}
    return sorted(found - set(patient.configuration.settings.server.trusted_proxies))


def _alerts(patient: Patient) -> Iterator[Finding]:
    emails = patient.configuration.settings.alerts.emails
    url = patient.configuration.deployment.webhook.url
    ways = [*emails, *(["the webhook"] if url else [])]
    yield advised(
        "alerts",
        bool(ways),
        f"go to {', '.join(ways)}" if ways else "nobody is told of attacks and faults",
        "set alerts.emails, or webhook.url and webhook.secret",
    )
    yield advised(
        "alerts",
        not url
        or url.startswith("https://")
        or patient.configuration.deployment.webhook.allow_private,
        "posted by https"
        if url.startswith("https://")
        else "no webhook of the open network by http",
        "set webhook.url to an https address",
    )


def _limits(patient: Patient) -> Iterator[Finding]:
    settings = patient.configuration.settings
    yield judged(
        "limits",
        settings.limits.profile is LimitsProfile.NORMAL,
        f"limits {settings.limits.profile}",
        "set limits.profile to normal; wide is for test suites",
        Level.WARNING,
    )
    shortest = settings.accounts.password_min
    yield judged(
        "limits",
        shortest >= _ADVISED_PASSWORD,
        f"passwords from {shortest} characters on",
        f"set accounts.password_min to {_ADVISED_PASSWORD}",
        Level.WARNING,
    )


def _payouts(patient: Patient) -> Iterator[Finding]:
    limit = patient.container.portal().policies.on().withdrawal.four_eyes_over
    highest = 100 * defaults.Withdrawal().four_eyes_over
    yield advised(
        "payouts",
        limit <= highest,
        f"two operators from {limit} USD on",
        "set withdrawal.four_eyes_over to an amount that one person may send alone",
    )
    debtor = patient.configuration.settings.payout
    missing = [
        name
        for name in ("debtor_name", "debtor_account", "debtor_bic")
        if not getattr(debtor, name)
    ]
    yield advised(
        "payouts",
        not missing,
        f"missing: {', '.join(missing)}"
        if missing
        else f"paid from the account of {debtor.debtor_name}",
        "set payout.debtor_name, debtor_account and debtor_bic: files for the bank name them",
    )


def _papers(patient: Patient) -> Iterator[Finding]:
    recipient = patient.configuration.settings.invoice.recipient
    yield advised(
        "invoices",
        recipient != defaults.Invoice().recipient,
        f"billed to {recipient}",
        "set invoice.recipient to the name and address of your company",
    )


def _policies(patient: Patient) -> Iterator[Finding]:
    rules = patient.container.portal().policies.show()
    missing = [each.key.path for each in rules if each.policy is None]
    yield judged(
        "policies",
        not missing,
        f"without a first value: {', '.join(missing)}" if missing else "every rule has its value",
        "backbeat db upgrade gives them their first value from the configuration",
        Level.WARNING,
    )
    configured = {setting.path: setting for setting in patient.configuration.all}
    for rule in rules:
        setting = configured[rule.key.path]
        if setting.origin != "default" and written(setting.value) != rule.value:
            yield Finding(
                "policies",
                Level.WARNING,
                f"{setting.path} is {written(setting.value)} by {setting.origin}, "
                f"but {rule.value} counts",
                f"backbeat policy set {setting.path} VALUE --from DATE, or remove it there",
            )


def _fonts(patient: Patient) -> Iterator[Finding]:
    fonts = patient.container.fonts()
    missing = [lang for lang, sign in _HANGUL_AND_HAN.items() if not fonts.face_for(sign, lang)]
    yield judged(
        "fonts",
        not missing,
        f"no font for {', '.join(missing)}" if missing else "fonts for every language",
        "install Noto Sans CJK (Debian: fonts-noto-cjk) or name a font in pdf.fonts",
        Level.WARNING,
    )


def _folder(patient: Patient) -> Iterator[Finding]:
    folder = patient.configuration.deployment.files
    there = folder if folder.is_dir() else folder.absolute().parent
    is_writable = keeps(there)
    yield judged(
        "files",
        is_writable,
        f"{folder} {'can' if is_writable else 'cannot'} be written to",
        f"let the user of serve and worker own {folder}, and see that its disk is not full",
    )
    is_shared = folder.is_dir() and bool(folder.stat().st_mode & stat.S_IRWXO)
    yield advised(
        "files",
        not is_shared,
        "open to other users" if is_shared else "closed to other users",
        f"chmod 700 {folder}",
    )


def _user(_patient: Patient) -> Iterator[Finding]:
    is_root = os.geteuid() == 0
    yield advised(
        "machine",
        not is_root,
        "runs as root" if is_root else "runs as an ordinary user",
        "run serve and worker as a user of their own",
    )


def _is_inside(bind: str) -> bool:
    host = bind.rpartition(":")[0].strip("[]")
    if bind.startswith("unix:") or host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_private and not address.is_unspecified


CHECKS = (
    Check(
        "secrets",
        _secrets,
        "each of secret_keys is 32 bytes in base64: openssl rand -base64 32",
        reads_tables=False,
    ),
    Check("debug", _debug, "unset BACKBEAT_DEBUG", reads_tables=False),
    Check("site", _site, "see site.* in the settings", reads_tables=False),
    Check("landing", _landing, "see landing.track in the settings"),
    Check("proxy", _proxy, "see server.* and serving.* in the settings", reads_tables=False),
    Check("alerts", _alerts, "see alerts.* and webhook.* in the settings", reads_tables=False),
    Check("limits", _limits, "see limits.* in the settings", reads_tables=False),
    Check("policies", _policies, "see what the check of the schema says"),
    Check("payouts", _payouts, "see payout.* in the settings"),
    Check("invoices", _papers, "see invoice.* in the settings", reads_tables=False),
    Check("fonts", _fonts, "see pdf.fonts in the settings", reads_tables=False),
    Check("files", _folder, "make sure that the folder named by files exists", reads_tables=False),
    Check("machine", _user, "", reads_tables=False),
)
