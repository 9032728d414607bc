"""Routes about studies: a record played again for the page, its legal moves, and its replay as a file."""

from __future__ import annotations

import asyncio

import msgspec
from fastapi import APIRouter, Response

from naadam.server.features.study import list_study_choices, replay_of, show_study
from naadam.server.http.dependencies import TheAddress, TheRooms
from naadam.server.protocol.studies import Study, StudyAsked, StudyBrought, StudyChoices

router = APIRouter(prefix="/api")


@router.post("/study", response_model=Study)
async def study(rooms: TheRooms, address: TheAddress, brought: StudyBrought) -> Response:
    """A record with all positions of its variations; nothing is stored."""
    rooms.services.admit_study(address)
    shown = await asyncio.to_thread(show_study, brought.record, brought.language)
    return Response(msgspec.json.encode(shown), media_type="application/json")


@router.post("/study/choices")
async def choices(rooms: TheRooms, address: TheAddress, asked: StudyAsked) -> StudyChoices:
    """The legal moves in a position of a study; refused with the reason if touched places make no move."""
    rooms.services.admit_study(address)
    return await asyncio.to_thread(list_study_choices, asked)


@router.post("/replay", response_class=Response)
async def replay(rooms: TheRooms, address: TheAddress, brought: StudyBrought) -> Response:
    """The replay of a record as one HTML file that works without a server."""
    rooms.services.admit_study(address)
    page = await asyncio.to_thread(replay_of, brought.record, brought.language)
    attached = {"Content-Disposition": 'attachment; filename="naadam.html"'}
    return Response(page, media_type="text/html", headers=attached)
