"""The calls with Django and Django REST framework: gunicorn tests.bench.peers.django_portal:application."""

from __future__ import annotations

import os
import secrets
from collections import defaultdict
from datetime import date, timedelta
from hashlib import sha256
from typing import Any, ClassVar
from urllib.parse import unquote, urlsplit

import django
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from django.conf import settings


def _database(url: str) -> dict[str, Any]:
    if url.startswith("sqlite:///"):
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": url.removeprefix("sqlite:///")}
    parts = urlsplit(url)
    options = dict(word.split("=", 1) for word in parts.query.split("&") if word)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": parts.path.lstrip("/"),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(options.get("host", parts.hostname or "")),
        "PORT": parts.port or "",
        "CONN_MAX_AGE": None,
    }


settings.configure(
    SECRET_KEY=secrets.token_hex(),
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    DATABASES={"default": _database(os.environ["BENCH_DATABASE"])},
    INSTALLED_APPS=["rest_framework", "tests.bench.peers.django_app"],
    MIDDLEWARE=["django.middleware.security.SecurityMiddleware"],
    USE_TZ=True,
    DEBUG_PROPAGATE_EXCEPTIONS=True,
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_THROTTLE_RATES": {"anon": "10000000/min", "user": "10000000/min"},
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db.models import Count, F, Max, Min, Prefetch, Sum  # noqa: E402
from django.urls import path  # noqa: E402
from django.utils import timezone  # noqa: E402
from rest_framework import serializers  # noqa: E402
from rest_framework.authentication import BaseAuthentication  # noqa: E402
from rest_framework.exceptions import AuthenticationFailed, ValidationError  # noqa: E402
from rest_framework.permissions import IsAuthenticated  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.throttling import AnonRateThrottle, UserRateThrottle  # noqa: E402
from rest_framework.views import APIView  # noqa: E402
from tests.bench.peers.django_app.models import (  # noqa: E402
    Account,
    Channel,
    ChannelDay,
    Invoice,
    Session,
    Video,
    VideoDay,
    Withdrawal,
)
from tests.bench.peers.texts import dollars, entry_of, per_thousand, percent  # noqa: E402

PAGE = 50
TREND = 28
hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


class Nanos(serializers.Field):
    """Statistics' money."""

    def to_representation(self, value: int) -> str:
        return dollars(value, 9)


class Micros(serializers.Field):
    """The ledger's money."""

    def to_representation(self, value: int) -> str:
        return dollars(value, 6)


class Metrics(serializers.Serializer):
    views = serializers.IntegerField()
    engaged_views = serializers.IntegerField()
    premium_views = serializers.IntegerField()
    premium_ratio = serializers.SerializerMethodField()
    rpm = serializers.SerializerMethodField()
    revenue = Nanos(source="revenue_nanos")
    gross = Nanos(source="revenue_nanos")

    def get_premium_ratio(self, row: Any) -> str | None:
        return percent(_of(row, "premium_views"), _of(row, "views"))

    def get_rpm(self, row: Any) -> str | None:
        return per_thousand(_of(row, "revenue_nanos"), _of(row, "views"))


class Daily(Metrics):
    date = serializers.DateField(source="day")
    estimated = serializers.SerializerMethodField()

    def get_estimated(self, row: Any) -> bool:
        return True


class Published(serializers.Serializer):
    date = serializers.DateField(source="published_on")
    count = serializers.IntegerField()
    title = serializers.CharField()


class ChannelRef(serializers.ModelSerializer):
    class Meta:
        model = Channel
        fields = ("id", "platform", "name")


class VideoLine(Metrics):
    id = serializers.CharField()
    platform = serializers.CharField()
    url = serializers.SerializerMethodField()
    title = serializers.CharField()
    thumbnail = serializers.CharField(allow_null=True)
    published_on = serializers.DateField()
    channel = ChannelRef()
    music = serializers.SerializerMethodField()
    trend = serializers.SerializerMethodField()
    premium_price = serializers.SerializerMethodField()

    def get_url(self, row: Any) -> str:
        return f"https://www.youtube.com/shorts/{row.id}"

    def get_music(self, row: Any) -> list[str]:
        return []

    def get_trend(self, row: Any) -> list[int]:
        found: list[int] = self.context["trends"][row.id]
        return found

    def get_premium_price(self, row: Any) -> str | None:
        return per_thousand(row.premium_nanos, row.premium_views)


class CreditNote(serializers.ModelSerializer):
    id = serializers.CharField(source="number")
    date = serializers.DateField(source="issued_on")

    class Meta:
        model = Invoice
        fields = ("id", "corrects", "date")


class WithdrawalLine(serializers.ModelSerializer):
    entry = serializers.SerializerMethodField()
    date = serializers.DateField(source="requested_on")
    total = Micros(source="paid_total")
    fee = Micros(source="paid_fee")
    net = Micros(source="paid_net")
    total_usd = Micros(source="usd_total")
    net_usd = Micros(source="usd_net")
    fx_rate = serializers.SerializerMethodField()
    invoice_id = serializers.CharField(source="invoice")
    credit_note_id = serializers.CharField(source="credit_note", allow_null=True)
    credit_notes = CreditNote(source="notes", many=True)

    class Meta:
        model = Withdrawal
        fields = (
            *("id", "entry", "date", "method", "currency", "total", "fee", "net", "total_usd"),
            *("net_usd", "fx_rate", "status", "reason", "bill_on", "due_on", "held_until"),
            *("paid_on", "invoice_id", "credit_note_id", "credit_notes"),
        )

    def get_entry(self, row: Withdrawal) -> str:
        return entry_of(row.id)

    def get_fx_rate(self, row: Withdrawal) -> str:
        return row.rate or "1"


class LogInForm(serializers.Serializer):
    id = serializers.CharField()
    password = serializers.CharField()


class ByToken(BaseAuthentication):
    """The session behind a token."""

    def authenticate(self, request: Any) -> tuple[Account, None]:
        hashed = sha256(request.headers.get("Zs-Authentification", "").encode()).hexdigest()
        sessions = Session.objects.select_related("account")
        found = sessions.filter(token_hash=hashed, ended_at=None).first()
        if found is None or found.account.status != "active":
            raise AuthenticationFailed
        return found.account, None


class _Read(APIView):
    authentication_classes: ClassVar = [ByToken]
    permission_classes: ClassVar = [IsAuthenticated]
    throttle_classes: ClassVar = [UserRateThrottle]


class Dashboard(_Read):
    """The overview of a range."""

    def get(self, request: Any) -> Response:
        first, last = _range(request)
        channels = list(Channel.objects.filter(owner=request.user, deleted_at=None))
        codes = [each.platform_id for each in channels]
        of_channels = ChannelDay.objects.filter(channel__in=codes)
        since = first - (last - first) - timedelta(1)
        days = list(
            of_channels.filter(day__range=(since, last))
            .values("day")
            .annotate(**{f"sum_{name}": Sum(name) for name in _NAMES})
            .order_by("day")
        )
        days = [{"day": row["day"], **{n: row[f"sum_{n}"] for n in _NAMES}} for row in days]
        now = [row for row in days if row["day"] >= first]
        published = (
            Video.objects.filter(channel__in=codes, published_on__range=(first, last))
            .values("published_on")
            .annotate(count=Count("id"), title=Min("title"))
            .order_by("published_on")
        )
        approved = sum(each.status == "approved" for each in channels)
        return Response(
            {
                "success": True,
                "message": "",
                "currency": "USD",
                "fx_rate": "1",
                "max_date": of_channels.aggregate(newest=Max("day"))["newest"],
                "start": first,
                "end": last,
                "summary": {**Metrics(_added(now)).data, **_CONFIRMED},
                "previous": Metrics(_added([row for row in days if row["day"] < first])).data,
                "daily": Daily(now, many=True).data,
                "published": Published(published, many=True).data,
                "channels": {"approved": approved, "total": len(channels)},
            }
        )


class Videos(_Read):
    """The first page by revenue."""

    def get(self, request: Any) -> Response:
        first, last = _range(request)
        channels = list(Channel.objects.filter(owner=request.user, deleted_at=None))
        codes = [each.platform_id for each in channels]
        of_channels = VideoDay.objects.filter(channel__in=codes)
        inside = of_channels.filter(day__range=(first, last))
        sums = inside.values("video").annotate(**{f"sum_{name}": Sum(name) for name in _NAMES})
        best = list(sums.order_by(F("sum_revenue_nanos").desc(), "video")[:PAGE])
        found = Video.objects.select_related("channel").in_bulk([row["video"] for row in best])
        trends: dict[str, list[int]] = defaultdict(list)
        since = last - timedelta(TREND - 1)
        of_page = of_channels.filter(video__in=found, day__range=(since, last))
        for video, engaged in of_page.order_by("video", "day").values_list(
            "video", "engaged_views"
        ):
            trends[video].append(engaged)
        for row in best:
            for name in _NAMES:
                setattr(found[row["video"]], name, row[f"sum_{name}"])
        rows = [found[row["video"]] for row in best]
        return Response(
            {
                **_page(inside.values("video").distinct().count()),
                "currency": "USD",
                "fx_rate": "1",
                "estimated": True,
                "items": VideoLine(rows, many=True, context={"trends": trends}).data,
            }
        )


class Withdrawals(_Read):
    """The newest page."""

    def get(self, request: Any) -> Response:
        own = Withdrawal.objects.filter(account=request.user.id)
        notes = Invoice.objects.filter(corrects__isnull=False).order_by("issued_on", "number")
        rows = own.prefetch_related(Prefetch("notes", notes)).order_by("-requested_at", "-id")
        items = WithdrawalLine(rows[:PAGE], many=True).data
        return Response({**_page(own.count()), "items": items})


class LogIn(APIView):
    """A log-in by password."""

    throttle_classes: ClassVar = [AnonRateThrottle]

    def post(self, request: Any) -> Response:
        form = LogInForm(data=request.data)
        form.is_valid(raise_exception=True)
        accounts = Account.objects.select_related("details").prefetch_related("channels")
        account = accounts.filter(email_key=form.validated_data["id"].lower()).first()
        if account is None:
            raise ValidationError
        try:
            hasher.verify(account.password_hash, form.validated_data["password"])
        except VerifyMismatchError:
            raise ValidationError from None
        token, now = secrets.token_urlsafe(), timezone.now()
        Session.objects.create(
            id=secrets.token_hex(13),
            account=account,
            token_hash=sha256(token.encode()).hexdigest(),
            started_at=now,
            password_at=now,
            agent=request.headers.get("User-Agent", ""),
            address=request.META["REMOTE_ADDR"],
        )
        details = getattr(account, "details", None)
        return Response(
            {
                "success": True,
                "message": "",
                "token": token,
                "role": account.role,
                "permission": account.permission,
                "permission_flag": account.permission_flag,
                "referral_code": account.referral_code,
                "info": {"name": account.name, "user_id": account.email},
                "settings": {"notice": bool(account.notice), "marketing": bool(account.marketing)},
                "has_approved_channel": any(
                    each.status == "approved" for each in account.channels.all()
                ),
                "withdrawal": details.method if details else None,
            }
        )


_NAMES = ("views", "engaged_views", "premium_views", "revenue_nanos", "premium_nanos")
_CONFIRMED = {"estimated": True, "confirmed_revenue": "0.00", "confirmed_gross": "0.00"}


def _of(row: Any, name: str) -> int:
    value: int = row[name] if isinstance(row, dict) else getattr(row, name)
    return value


def _range(request: Any) -> tuple[date, date]:
    query = request.query_params
    return date.fromisoformat(query["start"]), date.fromisoformat(query["end"])


def _added(rows: list[Any]) -> dict[str, int]:
    return {name: sum(row[name] for row in rows) for name in _NAMES}


def _page(total: int) -> dict[str, Any]:
    return {"success": True, "message": "", "page": 0, "size": PAGE, "total": total}


urlpatterns = [
    path("api/v2/music/dashboard", Dashboard.as_view()),
    path("api/v2/music/video/list", Videos.as_view()),
    path("api/withdrawal/list", Withdrawals.as_view()),
    path("api/member/login", LogIn.as_view()),
]
application = get_wsgi_application()
