"""The same with an asynchronous session: uvicorn tests.bench.peers.fastapi_async:app."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from datetime import date
from hashlib import sha256
from typing import Annotated

from anyio.to_thread import run_sync
from argon2 import PasswordHasher
from argon2.exceptions import VerifyMismatchError
from fastapi import Depends, FastAPI, Header, HTTPException, Request
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from tests.bench.peers import models
from tests.bench.peers.schemas import (
    Board,
    Channels,
    Dashboard,
    LogIn,
    Member,
    Published,
    VideoList,
    WithdrawalLine,
    WithdrawalList,
)

THREADS = int(os.environ["BENCH_THREADS"])
URL = os.environ["BENCH_DATABASE"].replace("sqlite:", "sqlite+aiosqlite:")
engine = create_async_engine(URL, pool_size=THREADS, max_overflow=64)
make_session = async_sessionmaker(engine, expire_on_commit=False)
limiter = FixedWindowRateLimiter(MemoryStorage())
MANY = RateLimitItemPerMinute(10_000_000)
hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)


app = FastAPI()


async def books() -> AsyncIterator[AsyncSession]:
    """A session for a request."""
    async with make_session() as session:
        yield session


Books = Annotated[AsyncSession, Depends(books)]


async def caller(db: Books, zs_authentification: Annotated[str, Header()]) -> models.Account:
    """Who calls; counted."""
    hashed = sha256(zs_authentification.encode()).hexdigest()
    found: models.Session | None = await db.scalar(models.session_of(hashed))
    if found is None or found.account.status != "active":
        raise HTTPException(401)
    if not limiter.hit(MANY, found.account.id):
        raise HTTPException(429)
    return found.account


Caller = Annotated[models.Account, Depends(caller)]


@app.get("/api/v2/music/dashboard")
async def dashboard(db: Books, account: Caller, start: date, end: date) -> Dashboard:
    """The overview of a range."""
    channels = (await db.scalars(models.channels_of(account.id))).all()
    codes = [each.platform_id for each in channels]
    days = (await db.execute(models.days_of(codes, start - (end - start) - models.DAY, end))).all()
    came = await db.execute(models.published(codes, start, end))
    return Board.of(
        start,
        end,
        days,
        {
            "max_date": await db.scalar(models.newest_day(codes)),
            "published": [Published(date=day, count=n, title=one) for day, n, one in came],
            "channels": Channels(
                approved=sum(each.status == "approved" for each in channels), total=len(channels)
            ),
        },
    )


@app.get("/api/v2/music/video/list")
async def videos(db: Books, account: Caller, start: date, end: date) -> VideoList:
    """The first page by revenue."""
    codes = [each.platform_id for each in await db.scalars(models.channels_of(account.id))]
    rows = (await db.execute(models.best_videos(codes, start, end))).all()
    days = (await db.execute(models.trends(codes, [row.Video.id for row in rows], end))).all()
    total = await db.scalar(models.number_of_videos(codes, start, end))
    return VideoList.of(rows, days, total or 0)


@app.get("/api/withdrawal/list")
async def withdrawals(db: Books, account: Caller) -> WithdrawalList:
    """The newest page."""
    rows = (await db.scalars(models.withdrawals_of(account.id))).all()
    total = await db.scalar(models.number_of_withdrawals(account.id))
    return WithdrawalList(items=[WithdrawalLine.of(row) for row in rows], total=total or 0)


@app.post("/api/member/login")
async def log_in(db: Books, request: Request, body: LogIn) -> Member:
    """A log-in by password."""
    if not limiter.hit(MANY, f"login:{request.client.host if request.client else ''}"):
        raise HTTPException(429)
    account: models.Account | None = await db.scalar(models.account_of(body.id.lower()))
    if account is None:
        raise HTTPException(400)
    try:
        await run_sync(hasher.verify, account.password_hash or "", body.password)
    except VerifyMismatchError:
        raise HTTPException(400) from None
    token = secrets.token_urlsafe()
    hashed = sha256(token.encode()).hexdigest()
    agent = request.headers.get("user-agent", "")
    address = request.client.host if request.client else ""
    db.add(models.new_session(secrets.token_hex(13), account.id, hashed, agent, address))
    await db.commit()
    return Member.of(account, token)
