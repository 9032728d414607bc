"""Matches of several games: how one is stored with each of its games, and who sits where in the next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from naadam.core.game import Game
from naadam.core.match import Match
from naadam.core.parts.match_rule import GameResult
from naadam.server.protocol.errors import UserError
from naadam.server.table.import_game import ImportedGame
from naadam.server.table.time_control import TimeControl

if TYPE_CHECKING:
    from naadam.server.table.players import Player
    from naadam.server.table.table import Table


def begin_match(game: Game, games: int | None = None) -> Match:
    """A match, of so many games if the rules leave the choice; players are numbered by their seats in the first."""
    rule = game.rulebook.match_rule
    if rule is not None and games is not None:
        rule = rule.lasting(games) if games in rule.lengths else None
    seating = tuple(range(game.seats))
    if rule is None or seating not in rule.seatings(()):
        raise UserError("no-series", game=game.title)
    return Match(game.name, rule, game.rulebook.texts, (), seating)


class Setting(NamedTuple):
    """The settings of a new table: the start, the players, the match of several games, the time control."""

    opening: ImportedGame
    players: tuple[Player, ...]
    match: Match | None = None
    games: int | None = None  # agreed on for the match, where the rules leave the choice
    time_control: TimeControl = TimeControl()
    listed: bool = False  # whether it is shown to everybody while it goes on
    rated: bool = False  # whether the players want it to count for their ratings
    vacation: bool = True  # whether days per move stop for the vacation of a player
    host: str = ""  # the person who sets it


def next_table(table: Table) -> Setting:
    """The settings of the next game: of the match of several games, or a rematch with sides changed."""
    match, first = table.match_now(), table.history.states[0]
    opening = ImportedGame(table.game, None if first == table.game.start() else first.position)
    players: tuple[Player, ...] = (*table.players[1:], table.players[0])
    if table.match is not None and match is not None and match.seating is not None:
        assert table.match.seating is not None
        of_player = dict(zip(table.match.seating, table.players, strict=True))
        players = tuple(of_player[player] for player in match.seating)
    elif match is not None:
        match = begin_match(table.game, table.games)
    if match is not None:
        opening = opening._replace(game=match.next_game(table.game))
    return Setting(
        opening, players, match, table.games, table.time_control, table.listed, table.rated, table.vacation, table.host
    )


def write_match(match: Match | None, games: int | None) -> Mapping[str, Any] | None:
    if match is None:
        return None
    return {"games": games, "played": [list(game) for game in match.played], "seating": match.seating}


def read_match(game: Game, data: Mapping[str, Any] | None) -> Match | None:
    if data is None:
        return None
    rule = game.rulebook.match_rule
    assert rule is not None
    rule = rule if data["games"] is None else rule.lasting(data["games"])
    played = tuple(_read_result(*result) for result in data["played"])
    return Match(game.name, rule, game.rulebook.texts, played, tuple(data["seating"]))


def _read_result(seating: list[int], winners: list[int], scores: list[float], began: int | None = None) -> GameResult:
    return GameResult(tuple(seating), tuple(winners), tuple(scores), began)


def count_won(match: Match, player: int) -> int:
    return sum(player in game.winners and len(game.winners) < len(game.seating) for game in match.played)


def count_drawn(match: Match) -> int:
    return sum(len(game.winners) == len(game.seating) for game in match.played)
