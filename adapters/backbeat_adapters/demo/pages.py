"""The demo's own pages, in front of the application: who to be, sent mails, time that passes."""

from __future__ import annotations

import html
import secrets
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from backbeat_adapters.demo.sms import SmsFolder, TextMessage

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/demo"
_MAILS_SHOWN = 10
_POLICY = (
    "default-src 'none'; style-src 'nonce-{nonce}'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)


@frozen
class LogIn:
    email: str
    password: str
    who: str


@frozen
class DemoPages:
    """Answers `/demo`; everything else goes to the application."""

    app: WSGIApplication
    mails: Path
    texts: SmsFolder
    logins: Sequence[LogIn]
    commands: Sequence[tuple[str, str]]
    platform: str
    today: Callable[[], date]
    let_a_month_pass: Callable[[], str]

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request (WSGI)."""
        if environ.get("PATH_INFO", "").rstrip("/") != PATH:
            return self.app(environ, start_response)
        if not _names_this_machine(environ):
            return _refuse(start_response, "this machine only")
        if environ["REQUEST_METHOD"] == "POST":
            return self._advance(environ, start_response)
        return self._page(start_response, "")

    def _advance(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if not _is_own_form(environ):
            return _refuse(start_response, "only from the demo's page")
        return self._page(start_response, self.let_a_month_pass())

    def _page(self, start_response: StartResponse, told: str) -> Iterable[bytes]:
        nonce = secrets.token_urlsafe(18)
        body = self._html(nonce, told).encode()
        headers = [
            ("Content-Type", "text/html; charset=utf-8"),
            ("Content-Length", str(len(body))),
            ("Content-Security-Policy", _POLICY.format(nonce=nonce)),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        start_response(f"{HTTPStatus.OK.value} {HTTPStatus.OK.phrase}", headers)
        return [body]

    def _html(self, nonce: str, told: str) -> str:
        return _PAGE.format(
            nonce=nonce,
            style=_STYLE,
            told=f'<p class="told" role="status">{html.escape(told)}</p>' if told else "",
            today=f"{self.today():%Y/%m/%d}",
            logins="".join(map(_login_row, self.logins)),
            commands="".join(_command(*each) for each in self.commands),
            platform=html.escape(self.platform),
            texts=_texts(self.texts.messages()) or "<p>No text message has been sent yet.</p>",
            mails=_mails(newest_mails(self.mails)) or "<p>No mail has been sent yet.</p>",
        )


def _names_this_machine(environ: WSGIEnvironment) -> bool:
    """Whether the address asked for is this machine's: a foreign name may be made to lead here."""
    host = str(environ.get("HTTP_HOST", "")).partition(":")[0]
    return host in {"127.0.0.1", "localhost"}


def _is_own_form(environ: WSGIEnvironment) -> bool:
    """Whether the demo's own page sends this: no other one may move time.

    Browsers that do not say which site a call comes from send its origin with every form.
    """
    own = f"http://{environ['HTTP_HOST']}"
    origin = str(environ.get("HTTP_ORIGIN", own))
    site = str(
        environ.get("HTTP_SEC_FETCH_SITE", "same-origin" if "HTTP_ORIGIN" in environ else "")
    )
    return origin == own and site == "same-origin"


def _refuse(start_response: StartResponse, why: str) -> Iterable[bytes]:
    start_response("403 Forbidden", [("Content-Type", "text/plain")])
    return [f"{why}\n".encode()]


def newest_mails(folder: Path) -> list[EmailMessage]:
    """The last mails that were sent, the newest first."""
    files = sorted(folder.glob("*.eml"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    return [
        message_from_bytes(file.read_bytes(), EmailMessage, policy=default)
        for file in files[:_MAILS_SHOWN]
    ]


def _login_row(login: LogIn) -> str:
    cells = (login.who, login.email, login.password)
    return f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in cells)}</tr>"


def _command(what: str, line: str) -> str:
    return f"<li>{html.escape(what)}<pre>{html.escape(line)}</pre></li>"


def _mails(messages: Sequence[EmailMessage]) -> str:
    """All of them, the newest one open."""
    return "".join(_mail(message, is_open=i == 0) for i, message in enumerate(messages))


def _texts(messages: Sequence[TextMessage]) -> str:
    """The last of them, the newest first."""
    return "".join(
        f"<p>to {html.escape(each.to)}</p><pre>{html.escape(each.body)}</pre>"
        for each in reversed(messages[-_MAILS_SHOWN:])
    )


def _mail(message: EmailMessage, *, is_open: bool) -> str:
    part = message.get_body(("plain",))
    text = str(part.get_content()) if part else ""
    subject, to = html.escape(str(message["Subject"])), html.escape(str(message["To"]))
    return (
        f"<details{' open' if is_open else ''}><summary><b>{subject}</b> to {to}</summary>"
        f"<pre>{html.escape(text.strip())}</pre></details>"
    )


_STYLE = """
:root{color-scheme:light dark;--line:light-dark(#e6e6ee,#272a34);--bg:light-dark(#f6f6f9,#0e0f13);
--surface:light-dark(#fff,#16181e);--ink:light-dark(#14151b,#f2f3f7);--quiet:light-dark(#4f5260,#b4b7c4);
--primary:light-dark(#4747d6,#a9a9ff);--on:light-dark(#fff,#0e0f13);--ok:light-dark(#0f7040,#5fd598)}
body{margin:0;background:var(--bg);color:var(--ink);font:400 15px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px 64px}h1{font-size:22px}h2{font-size:15px;margin:0 0 8px}
section{background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:16px;margin:16px 0}
p,li,summary{color:var(--quiet)}b{color:var(--ink)}a{color:var(--primary)}
table{border-collapse:collapse;width:100%}td{padding:6px 8px 6px 0;border-top:1px solid var(--line)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--bg);border-radius:8px;padding:8px 10px;
margin:4px 0 10px;font-size:13px}button{font:600 15px system-ui;height:44px;padding:0 18px;border:0;
border-radius:8px;background:var(--primary);color:var(--on);cursor:pointer}.told{color:var(--ok)}
ol{padding-left:20px}summary{cursor:pointer;padding:8px 0;overflow-wrap:anywhere}
"""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Backbeat demo</title>
<meta name="viewport" content="width=device-width,initial-scale=1">
<style nonce="{nonce}">{style}</style></head><body><main>
<h1>Backbeat demo</h1>
<p>This page exists only in the demo. <a href="/">Open the portal</a></p>
<section><h2>Time</h2>{told}
<p>In the demo it is <b>{today}</b>. Letting a month pass writes the platform's reports for every
registered channel, imports them, closes the month, and stops in the next payout window.</p>
<form method="post" action="/demo"><button>Let a month pass</button></form></section>
<section><h2>Sent mails</h2>{mails}</section>
<section><h2>Sent text messages</h2>{texts}</section>
<section><h2>Log-ins</h2><table>{logins}</table></section>
<section><h2>The video platform</h2><p>A stand-in on this machine: put the verification code into a
channel's description, change its views. <a href="{platform}">Open it</a></p></section>
<section><h2>The operator's part, in a terminal</h2><ol>{commands}</ol></section>
</main></body></html>
"""
