"""What a partner's pages and mails will look like, as one file that leads nowhere (SITE-11)."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from backbeat.kernel.languages import Language
from backbeat.kernel.palette import Pair, Scheme
from backbeat.site.model import PartnerSite

_PORTALS_OWN = "The portal's own words stand here."


def preview_of(site: PartnerSite, logo: str | None) -> str:
    """An HTML page without scripts: both schemes, the words of every language, a mail, the contrasts.

    `logo` is an address from which the logo can be shown anywhere; one of the portal's pictures
    goes along as a `data:` address, since no other place may show these.
    """
    palette = site.palette
    return _layout().substitute(
        name=escape(site.name),
        sender=escape(site.sender),
        mail_ink=palette.light.ink,
        schemes="\n".join(
            _scheme(name, own, site, logo)
            for name, own in (("light", palette.light), ("dark", palette.dark))
        ),
        pairs="\n".join(_pair(pair) for pair in palette.pairs()),
    )


def _scheme(name: str, own: Scheme, site: PartnerSite, logo: str | None) -> str:
    words = "\n".join(_words(site, language) for language in Language)
    return f"""<section class="{name}">
<div class="logo" style="color:inherit">{_logo(site, logo)}</div>
{words}
<p><span class="button" style="background:{own.primary};color:{own.on_primary}">Create an account</span>
<span class="button" style="background:{own.hover};color:{own.on_primary}">pointed at</span></p>
<div class="card"><span style="color:{own.ink}">A link</span>
<span class="chip" style="background:{own.soft};color:{own.ink}">Dashboard</span></div>
</section>"""


def _logo(site: PartnerSite, logo: str | None) -> str:
    if logo is None:
        return escape(site.name)
    return f'<img src="{escape(logo)}" alt="{escape(site.name)}">'


def _words(site: PartnerSite, language: Language) -> str:
    own = site.words.get(language)
    if own is None:
        return f"<h2>{language.value}</h2><p>{_PORTALS_OWN}</p>"
    return (
        f'<h2>{language.value}</h2><h1 lang="{language.value}">{escape(own.title)}</h1>'
        f'<p lang="{language.value}">{escape(own.lead)}</p>'
    )


def _pair(pair: Pair) -> str:
    sample = (
        f'<span class="sample" style="background:{pair.ground};color:{pair.text}">Aa 123</span>'
    )
    return (
        f"<tr><td>{pair.scheme}</td><td>{sample} {pair.what}</td>"
        f"<td>{pair.text} on {pair.ground}</td><td>{pair.ratio:.2f}</td></tr>"
    )


@cache
def _layout() -> Template:
    return Template(files(__package__).joinpath("preview.html").read_text(encoding="utf-8"))
