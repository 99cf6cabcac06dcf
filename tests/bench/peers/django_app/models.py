"""What each class is stands in `tests.bench.peers.models`."""

from __future__ import annotations

from django.db import models


class _Model(models.Model):
    class Meta:
        abstract = True
        managed = False


class Account(_Model):
    is_authenticated = True
    id = models.TextField(primary_key=True)
    email = models.TextField()
    email_key = models.TextField()
    name = models.TextField()
    password_hash = models.TextField(null=True)
    role = models.TextField()
    permission = models.TextField()
    permission_flag = models.IntegerField()
    status = models.TextField()
    referral_code = models.TextField()
    notice = models.IntegerField()
    marketing = models.IntegerField()

    class Meta(_Model.Meta):
        db_table = "accounts"


class PaymentDetails(_Model):
    account = models.OneToOneField(
        Account, models.CASCADE, db_column="account", primary_key=True, related_name="details"
    )
    method = models.TextField()

    class Meta(_Model.Meta):
        db_table = "payment_details"


class Session(_Model):
    id = models.TextField(primary_key=True)
    account = models.ForeignKey(Account, models.CASCADE, db_column="account")
    token_hash = models.TextField()
    started_at = models.DateTimeField()
    password_at = models.DateTimeField(null=True)
    agent = models.TextField()
    address = models.TextField()
    ended_at = models.DateTimeField(null=True)

    class Meta(_Model.Meta):
        db_table = "sessions"


class Channel(_Model):
    id = models.TextField(primary_key=True)
    platform = models.TextField()
    platform_id = models.TextField(unique=True)
    name = models.TextField()
    owner = models.ForeignKey(Account, models.CASCADE, db_column="owner", related_name="channels")
    status = models.TextField()
    deleted_at = models.DateTimeField(null=True)

    class Meta(_Model.Meta):
        db_table = "channels"


class Video(_Model):
    id = models.TextField(primary_key=True)
    platform = models.TextField()
    channel = models.ForeignKey(
        Channel, models.CASCADE, db_column="channel", to_field="platform_id"
    )
    title = models.TextField()
    thumbnail = models.TextField(null=True)
    published_on = models.DateField()

    class Meta(_Model.Meta):
        db_table = "videos"


class _Figures(_Model):
    views = models.BigIntegerField()
    engaged_views = models.BigIntegerField()
    premium_views = models.BigIntegerField()
    revenue_nanos = models.BigIntegerField()
    premium_nanos = models.BigIntegerField()

    class Meta(_Model.Meta):
        abstract = True


class ChannelDay(_Figures):
    channel = models.TextField(primary_key=True)
    day = models.DateField()

    class Meta(_Model.Meta):
        db_table = "channel_days"


class VideoDay(_Figures):
    channel = models.TextField()
    day = models.DateField()
    video = models.TextField(primary_key=True)

    class Meta(_Model.Meta):
        db_table = "video_days"


class Withdrawal(_Model):
    id = models.TextField(primary_key=True)
    account = models.TextField()
    requested_on = models.DateField()
    requested_at = models.DateTimeField()
    method = models.TextField()
    currency = models.TextField()
    paid_total = models.BigIntegerField()
    paid_fee = models.BigIntegerField()
    paid_net = models.BigIntegerField()
    usd_total = models.BigIntegerField()
    usd_net = models.BigIntegerField()
    rate = models.TextField(null=True)
    status = models.TextField()
    reason = models.TextField(null=True)
    bill_on = models.DateField()
    due_on = models.DateField()
    held_until = models.DateField(null=True)
    paid_on = models.DateField(null=True)
    invoice = models.TextField()
    credit_note = models.TextField(null=True)

    class Meta(_Model.Meta):
        db_table = "withdrawals"


class Invoice(_Model):
    number = models.TextField(primary_key=True)
    withdrawal = models.ForeignKey(
        Withdrawal, models.CASCADE, db_column="withdrawal", related_name="notes"
    )
    corrects = models.TextField(null=True)
    issued_on = models.DateField()

    class Meta(_Model.Meta):
        db_table = "invoices"
