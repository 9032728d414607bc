"""Routes about webhooks and push messages: a person lists, adds and removes those they get."""

from __future__ import annotations

import asyncio
import secrets
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import TheSession
from naadam.server.mail import outbound_http, web_push
from naadam.server.people.labels import describe_browser
from naadam.server.protocol.channels import ChannelInfo, Channels, PushWanted, WebhookMade, WebhookWanted
from naadam.server.protocol.errors import Forbidden, NotFound, UserError
from naadam.server.rooms.rooms import Rooms
from naadam.server.storage.people.channel_store import MOST_FAILURES, Channel

router = APIRouter(prefix="/api/me/channels", tags=["people"])
ChannelId = Annotated[str, Path(pattern="^[0-9a-f]{24}$")]


@router.get("")
async def list_channels(rooms: TheRooms, session: TheSession, response: Response) -> Channels:
    """The webhooks and browsers of this person, and the key with which a browser subscribes."""
    response.headers["Cache-Control"] = "no-store"
    alerts = rooms.services.alerts
    person = session.person.id if session.person else ""
    found = await asyncio.to_thread(alerts.channels.list_of, person)
    key = await asyncio.to_thread(alerts.public_key) if alerts.pushes else ""
    return Channels(key=key, channels=[_describe(channel) for channel in found])


@router.post("/webhooks", status_code=201)
async def add_webhook(
    rooms: TheRooms, address: TheAddress, session: TheSession, response: Response, wanted: WebhookWanted
) -> WebhookMade:
    """Add a webhook; its secret is shown once. Only for people who keep a name."""
    response.headers["Cache-Control"] = "no-store"
    rooms.services.admit_person(address)
    host = await _check(rooms, wanted.url)
    person = await session.enter()
    if not person.kept:
        raise Forbidden("name-first")
    secret = secrets.token_urlsafe(32)
    asked = rooms.services.alerts.channels.add, person.id, "webhook", wanted.url, secret, host, wanted.language
    return WebhookMade(channel=_describe(await rooms.services.writer.ask(*asked)), secret=secret)


@router.post("/push", status_code=201)
async def add_push(
    request: Request, rooms: TheRooms, address: TheAddress, session: TheSession, wanted: PushWanted
) -> ChannelInfo:
    """Notify a browser by push messages, until its subscription ends."""
    rooms.services.admit_person(address)
    if not rooms.services.alerts.pushes:
        raise NotFound("no-push")
    await _check(rooms, wanted.endpoint)
    try:
        web_push.read_subscription(wanted.p256dh, wanted.auth)
    except web_push.BadKey:
        raise UserError("bad-subscription") from None
    person = await session.enter()
    label = describe_browser(request.headers.get("user-agent", ""))
    secret = f"{wanted.p256dh}.{wanted.auth}"
    asked = rooms.services.alerts.channels.add, person.id, "push", wanted.endpoint, secret, label, wanted.language
    return _describe(await rooms.services.writer.ask(*asked))


@router.delete("/{channel}", status_code=204)
async def remove_channel(rooms: TheRooms, session: TheSession, channel: ChannelId) -> None:
    person = session.person.id if session.person else ""
    await rooms.services.writer.ask(rooms.services.alerts.channels.remove, person, channel)


async def _check(rooms: Rooms, url: str) -> str:
    """The host of a URL to which this server may send; UserError if it may not."""
    private = rooms.services.alerts.private
    try:
        target = outbound_http.read_url(url, private)
        await asyncio.to_thread(outbound_http.find_address, target, private)
    except outbound_http.BadAddress:
        raise UserError("bad-url") from None
    return target.host[:80]


def _describe(channel: Channel) -> ChannelInfo:
    return ChannelInfo(
        id=channel.id,
        kind="push" if channel.kind == "push" else "webhook",
        label=channel.label,
        created=channel.created,
        paused=channel.failures >= MOST_FAILURES,
    )
