"""Settings come from defaults, a file and variables; everything wrong is told at once."""

from __future__ import annotations

import base64
from decimal import Decimal
from pathlib import Path

import pytest
from attrs import fields

from backbeat.settings import LimitsProfile, PayoutRule, Settings
from backbeat_adapters.deployment import Deployment, MailTransportKind
from backbeat_adapters.settings import (
    MASK,
    Configuration,
    ConfigurationErrors,
    load,
    template,
    variable_of,
)

KEY, OTHER_KEY = (base64.b64encode(letter * 32).decode() for letter in (b"a", b"b"))


def wrong(environment: dict[str, str], file: Path | None = None) -> tuple[str, ...]:
    with pytest.raises(ConfigurationErrors) as caught:
        load(environment, file)
    return caught.value.lines


def written(folder: Path, text: str) -> Path:
    path = folder / "backbeat.toml"
    path.write_text(text)
    return path


def shown(configuration: Configuration, path: str) -> object:
    return next(setting.shown for setting in configuration.all if setting.path == path)


def test_nothing_given_is_the_documented_default() -> None:
    configuration = load({})

    assert configuration.settings == Settings()
    assert configuration.deployment == Deployment()
    assert {setting.origin for setting in configuration.all} == {"default"}


def test_the_stated_bounds_are_the_defaults() -> None:
    accounts, payment = Settings().accounts, Settings().payment

    assert (accounts.id_min, accounts.id_max) == (5, 254)
    assert (accounts.name_min, accounts.name_max) == (2, 12)
    assert (accounts.password_min, accounts.password_max) == (4, 64)
    assert (payment.account_min, payment.account_max) == (10, 12)


def test_the_numbers_of_the_guides_are_these_by_default() -> None:
    quoted = Settings().copy

    assert (quoted.mobile_volume_percent, quoted.pc_volume_percent) == (15, 11)
    assert (quoted.recommended_seconds, quoted.short_seconds, quoted.editor_seconds) == (35, 32, 60)
    assert (quoted.premium_percent, quoted.premium_keep_seconds) == (10, 50)
    assert (quoted.premium_rpm_factor, quoted.recognition_days) == (10, (1, 3))


def test_payouts_are_asked_for_from_the_25th_to_the_months_end_by_default() -> None:
    withdrawal = Settings().withdrawal

    assert withdrawal.windows == ((25, -1),)
    assert (withdrawal.payout_rule, withdrawal.payout_days) == (PayoutRule.BILL_PLUS_DAYS, 10)


def test_a_variable_comes_before_the_file_and_the_file_before_the_default(tmp_path: Path) -> None:
    file = written(tmp_path, "[accounts]\nname_min = 3\nname_max = 20\n")

    configuration = load({"BACKBEAT_ACCOUNTS_NAME_MIN": "4"}, file)

    assert configuration.settings.accounts.name_min == 4
    assert configuration.settings.accounts.name_max == 20
    origins = {setting.path: setting.origin for setting in configuration.all}
    assert origins["accounts.name_min"] == "BACKBEAT_ACCOUNTS_NAME_MIN"
    assert origins["accounts.name_max"] == str(file)
    assert origins["accounts.id_min"] == "default"


def test_every_setting_has_its_own_variable() -> None:
    variables = [variable_of(setting.path) for setting in load({}).all]

    assert len(set(variables)) == len(variables)


def test_no_setting_stands_in_two_places() -> None:
    assert not {f.name for f in fields(Settings)} & {f.name for f in fields(Deployment)}


def test_values_of_every_shape_are_read(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        """
        business_tz = "Asia/Seoul"
        database_url = "postgresql://backbeat:hush@db/backbeat"
        [withdrawal]
        windows = [[1, 5], [25, -1]]
        minimum = "25.50"
        [fees]
        bank_usd = 15
        [payment]
        unsupported_bank_countries = ["KP", "CU"]
        [mail]
        transport = "smtp"
        [pdf]
        fonts = ["/fonts/a.ttc"]
        """,
    )
    configuration = load(
        {
            "BACKBEAT_SITE_IMAGE_HOSTS": "https://a.example, https://b.example",
            "BACKBEAT_AUTH_HIDE_UNKNOWN_EMAIL": "yes",
            "BACKBEAT_REFERRAL_CAP": "",
            "BACKBEAT_LIMITS_PROFILE": "wide",
            "BACKBEAT_SETTLEMENT_OPERATOR_RATE": "0.1",
        },
        file,
    )

    settings, deployment = configuration.settings, configuration.deployment
    assert settings.business_tz == "Asia/Seoul"
    assert settings.withdrawal.windows == ((1, 5), (25, -1))
    assert settings.withdrawal.minimum == Decimal("25.50")
    assert settings.fees.bank_usd == 15
    assert settings.payment.unsupported_bank_countries == {"KP", "CU"}
    assert settings.site.image_hosts == ("https://a.example", "https://b.example")
    assert settings.auth.hide_unknown_email is True
    assert settings.referral.cap is None
    assert settings.limits.profile is LimitsProfile.WIDE
    assert settings.settlement.operator_rate == Decimal("0.1")
    assert deployment.mail.transport is MailTransportKind.SMTP
    assert settings.pdf.fonts == ("/fonts/a.ttc",)


def test_a_float_for_money_is_refused(tmp_path: Path) -> None:
    (line,) = wrong({}, written(tmp_path, "[withdrawal]\nminimum = 20.00\n"))

    assert line.startswith("withdrawal.minimum (")
    assert 'write it in quotes, "20.0"' in line


def test_everything_wrong_is_told_at_once_by_name(tmp_path: Path) -> None:
    file = written(tmp_path, "[accounts]\nname_mim = 3\nname_max = true\n")

    lines = wrong(
        {
            "BACKBEAT_ACCOUNTS_ID_MIN": "0",
            "BACKBEAT_BUSINESS_TZ": "Mars/Olympus",
            "BACKBEAT_FEES_BANK_USD": "NaN",
            "BACKBEAT_FEES_PAYPAL_RATE": "1.5",
            "BACKBEAT_LIMITS_PROFILE": "odd",
            "BACKBEAT_WITHDRAWAL_WINDOWS": "[[1, 40]]",
            "BACKBEAT_MAIL_PORT": "many",
            "BACKBEAT_DATABASE_URL": "nowhere",
            "BACKBEAT_SIET_NAME": "x",
        },
        file,
    )

    starts = [line.split(" ")[0].rstrip(":") for line in lines]
    assert starts == [
        "BACKBEAT_SIET_NAME",
        "accounts.id_min",
        "accounts.name_max",
        "accounts.name_mim",
        "business_tz",
        "database_url",
        "fees.bank_usd",
        "fees.paypal_rate",
        "limits.profile",
        "mail.port",
        "withdrawal.windows",
    ]
    assert all("\n" not in line for line in lines)


def test_a_file_that_is_missing_or_no_toml_is_told(tmp_path: Path) -> None:
    assert "no such configuration file" in wrong({}, tmp_path / "none.toml")[0]
    assert "not TOML" in wrong({}, written(tmp_path, "= nonsense"))[0]
    assert "no such configuration file" in wrong({"BACKBEAT_CONFIG": "/nowhere.toml"})[0]


def test_secrets_are_never_shown() -> None:
    configuration = load(
        {
            "BACKBEAT_DATABASE_URL": "postgresql://backbeat:hush@db/backbeat",
            "BACKBEAT_MAIL_PASSWORD": "hush",
            "BACKBEAT_PLATFORM_API_KEY": "hush",
            "BACKBEAT_SECRET_KEYS": f"{KEY},{OTHER_KEY}",
        }
    )

    assert shown(configuration, "mail.password") == MASK
    assert shown(configuration, "platform.api_key") == MASK
    assert shown(configuration, "secret_keys") == MASK
    assert shown(configuration, "database_url") == "postgresql://backbeat:***@db/backbeat"
    assert "hush" not in repr(configuration.deployment.mail)
    assert "hush" not in repr(configuration.deployment.platform)


def test_variables_that_are_no_settings_are_left_alone() -> None:
    load({"BACKBEAT_OPERATOR": "kim", "BACKBEAT_TEST_CHROMIUM": "/x", "PATH": "/bin"})


def test_the_template_reads_back_as_what_was_chosen(tmp_path: Path) -> None:
    chosen = {
        "database_url": "sqlite:////srv/backbeat.sqlite3",
        "business_tz": "Asia/Seoul",
        "site.name": 'Sal"s',
        "secret_keys": (KEY, OTHER_KEY),
        "withdrawal.minimum": Decimal("25.50"),
    }

    configuration = load({}, written(tmp_path, template(chosen)))

    changed = {s.path: s.value for s in configuration.all if s.origin != "default"}
    assert changed == chosen


def test_the_template_uncommented_is_the_default(tmp_path: Path) -> None:
    lines = template({}).splitlines()
    uncommented = [
        line.removeprefix("# ")
        for line in lines
        if line.startswith("[") or (" = " in line and not line.endswith("= "))
    ]

    configuration = load({}, written(tmp_path, "\n".join(uncommented)))

    assert configuration.settings == Settings()
    assert configuration.deployment == Deployment()


def test_a_webhook_needs_its_secret_and_an_address() -> None:
    url, secret = {"BACKBEAT_WEBHOOK_URL": "https://ops.example/in"}, "0123456789abcdef"

    assert wrong(url) == ("webhook.url needs webhook.secret, which signs what is posted",)
    assert "at least 16" in wrong(url | {"BACKBEAT_WEBHOOK_SECRET": "short"})[0]
    assert "http" in wrong({"BACKBEAT_WEBHOOK_URL": "ftp://ops.example"})[0]
    made = load(url | {"BACKBEAT_WEBHOOK_SECRET": secret})
    assert shown(made, "webhook.secret") == MASK
    assert made.deployment.webhook.allow_private is False


def test_alerts_go_to_addresses_in_one_of_the_languages() -> None:
    made = load({"BACKBEAT_ALERTS_EMAILS": "a@example.org, b@example.org"}).settings.alerts

    assert made.emails == ("a@example.org", "b@example.org")
    assert "'nobody' is none" in wrong({"BACKBEAT_ALERTS_EMAILS": "nobody"})[0]
    assert "alerts.language" in wrong({"BACKBEAT_ALERTS_LANGUAGE": "xx"})[0]
