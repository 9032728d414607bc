"""Routes about tokens: a person lists, issues and revokes those of their programs and bots."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

from fastapi import APIRouter, Path, Response

from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.http.session import TheSession
from naadam.server.people.names import read_name
from naadam.server.protocol.errors import Forbidden, NotFound, UserError
from naadam.server.protocol.tokens import TokenInfo, TokenIssued, TokenWanted

router = APIRouter(prefix="/api/me/tokens", tags=["people"])
TokenId = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the id, not the token itself")]


@router.get("")
async def list_tokens(rooms: TheRooms, session: TheSession, response: Response) -> list[TokenInfo]:
    """The tokens of this person and of their bots, the newest first."""
    response.headers["Cache-Control"] = "no-store"
    if session.person is None:
        return []
    rows = await asyncio.to_thread(rooms.services.tokens.list_of, session.person.id)
    return [TokenInfo.model_validate(row._asdict()) for row in rows]


@router.post("", status_code=201)
async def issue_token(
    rooms: TheRooms, address: TheAddress, session: TheSession, response: Response, wanted: TokenWanted
) -> TokenIssued:
    """Issue a token. One with the scope `bot` plays for a bot, which is a person with an owner."""
    response.headers["Cache-Control"] = "no-store"
    if ("bot" in wanted.scopes) != (wanted.bot is not None):
        raise UserError("bot-needs-name")
    if wanted.until is not None and wanted.until <= time.time():
        raise UserError("token-over")
    name = None if wanted.bot is None else read_name(wanted.bot)
    rooms.services.admit_person(address)
    person = await session.enter()
    if person.bot:
        raise Forbidden("token-scope", scope="")
    scopes = list(dict.fromkeys(wanted.scopes))
    token, row = await rooms.services.writer.ask(
        rooms.services.tokens.issue, person.id, wanted.label, scopes, wanted.until, name
    )
    return TokenIssued.model_validate(row._asdict() | {"token": token})


@router.delete("/{token_id}", status_code=204)
async def revoke_token(rooms: TheRooms, session: TheSession, token_id: TokenId) -> None:
    """Revoke a token; a bot that is connected by it is disconnected."""
    owner = session.person.id if session.person else ""
    if not await rooms.services.writer.ask(rooms.services.tokens.revoke, owner, token_id):
        raise NotFound("no-key")
    rooms.log_out(token_id)
