"""Where a demo lives: its files, and the configuration that makes commands work with it."""

from __future__ import annotations

import json
import secrets
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

from attrs import frozen

from backbeat_adapters.demo import tax_office
from backbeat_adapters.demo.catalogue import sample_isrcs
from backbeat_adapters.demo.simulator import API
from backbeat_adapters.demo.sms import ACCOUNT, SENDER, TOKEN, SmsFolder

_CONFIG = """\
# Made by `backbeat demo`; every start writes it anew. For trying only.
database_url = {database}
secret_keys = {keys}
files = {files}
business_clock_file = {clock}

[site]
url = {url}
run_by = "Example Music Ltd, Dublin"
answered_by = ["Aoife", "Jun", "Mai"]
image_hosts = {pictures}
allow_private = true

[invoice]
recipient = "Example Music Ltd, Dublin"

[landing]
track = {track}

[features]
campaigns = true
consent = true
events = true
phone = true
programs = true
tax = true
video_review = true

[phone]
country = "KR"

[tax]
korea_key = {tax_key}
korea_url = {tax_office}

[i18n]
keep_saved_korean = true

[mail]
transport = "file"
folder = {mails}

[platform]
kind = "youtube"
api_key = "demo"
url = {platform}
file = {profiles}

[sms]
kind = "gateway"
url = {gateway}
account = {sms_account}
token = {sms_token}
sender = {sms_sender}

[serving]
bind = {bind}
workers = 1
"""


@frozen
class DemoPaths:
    """The folder of one demo."""

    folder: Path

    @property
    def config(self) -> Path:
        """The configuration file: `backbeat --config` works with the demo through it."""
        return self.folder / "backbeat.toml"

    @property
    def database(self) -> Path:
        return self.folder / "backbeat.sqlite3"

    @property
    def clock(self) -> Path:
        """What business time is moved by."""
        return self.folder / "clock.json"

    @property
    def mails(self) -> Path:
        return self.folder / "mails"

    @property
    def texts(self) -> SmsFolder:
        """The text messages that the simulated gateway was given."""
        return SmsFolder(self.folder / "texts")

    @property
    def platform(self) -> Path:
        return self.folder / "platform.sqlite3"

    @property
    def reports(self) -> Path:
        """The report files that the simulated platform wrote."""
        return self.folder / "reports"

    @property
    def ready(self) -> Path:
        """Stands where the sample data are complete."""
        return self.folder / "ready"

    def write_config(self, port: int, platform_port: int, tax_port: int, sms_port: int) -> None:
        """Write the configuration for these ports of this machine."""
        values = {
            "database": f"sqlite:///{self.database}",
            "keys": [self._key()],
            "files": str(self.folder / "files"),
            "clock": str(self.clock),
            "url": f"http://127.0.0.1:{port}",
            "mails": str(self.mails),
            "profiles": str(self.folder / "platform.json"),
            "platform": f"http://127.0.0.1:{platform_port}{API}",
            "tax_key": tax_office.KEY,
            "tax_office": f"http://127.0.0.1:{tax_port}{tax_office.API}",
            "track": sample_isrcs()[0],
            "pictures": [f"http://127.0.0.1:{platform_port}"],
            "gateway": f"http://127.0.0.1:{sms_port}",
            "sms_account": ACCOUNT,
            "sms_token": TOKEN,
            "sms_sender": SENDER,
            "bind": f"127.0.0.1:{port}",
        }
        # JSON's strings and lists of strings are TOML's too.
        text = _CONFIG.format(**{name: json.dumps(value) for name, value in values.items()})
        self.config.write_text(text, encoding="utf-8")

    def platform_port(self, offered: Callable[[], int], is_free: Callable[[int], bool]) -> int:
        """The platform's port: the one of the last start where it is still free.

        Pictures are remembered by their whole address, so it had better stay the same.
        """
        return self._port("platform", offered, is_free)

    def tax_port(self, offered: Callable[[], int], is_free: Callable[[int], bool]) -> int:
        return self._port("tax", offered, is_free)

    def _port(self, name: str, offered: Callable[[], int], is_free: Callable[[int], bool]) -> int:
        kept = self.folder / f"{name}.port"
        if kept.is_file() and is_free(port := int(kept.read_text())):
            return port
        kept.write_text(str(port := offered()))
        return port

    def _key(self) -> str:
        kept = self.folder / "secret.key"
        if not kept.is_file():
            kept.touch(mode=0o600)
            kept.write_text(b64encode(secrets.token_bytes(32)).decode())
        return kept.read_text()
