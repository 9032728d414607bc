"""Random positions of Conquest that a game could have: pieces near each other, loaded, half moved, or just taken."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Sequence

from conquest import BOARD, FIRST_ROUND, POINTS, Conquest, Window
from conquest_board import Board
from conquest_pieces import ALLOWANCE, FIGURES, Piece, taking_up

KINDS = [(2, False), (3, False), (4, False), (4, True)]  # players, alliances


def spec_of(players: int, alliances: bool) -> str:
    return f"conquest:players={players}" + (",alliances=true" if alliances else "")


def around(space: str, radius: int) -> list[str]:
    """The spaces at most so many steps away, by any paths."""
    found = {space: 0}
    queue = deque([space])
    while queue:
        here = queue.popleft()
        for path in BOARD.paths[here]:
            if path.end not in found and found[here] < radius:
                found[path.end] = found[here] + 1
                queue.append(path.end)
    return list(found)


def random_position(
    rng: random.Random, players: int, alliances: bool, board: Board = BOARD, centres: Sequence[str] = ()
) -> Conquest:
    """A game in a random position, of which nothing is over; most pieces are near some of these spaces, or any."""
    while True:
        game = _attempt(rng, Conquest(players, alliances, board), centres)
        if game is not None:
            return game


def _attempt(rng: random.Random, game: Conquest, centres: Sequence[str]) -> Conquest | None:
    game.field.standing = {}
    _put_pieces(rng, game, centres)
    if any(game.out(seat) for seat in game.seats) and (game.alliances or rng.random() < 0.7):
        return None
    _choose_turn(rng, game)
    assert game.mover is not None
    if game.out(game.mover) or game.pinned(game.mover):
        return None
    missing = _count_missing(rng, game)
    if any(missing[seat] == 0 for seat in game.seats if game.out(seat)):
        return None
    _choose_past(rng, game, missing)
    game._check_pins()
    if game.result is not None or any(game.out(seat) and game.taken[seat] for seat in game.seats):
        return None
    if sum(game.taken) and rng.random() < 0.8:
        _open_window(rng, game)
    return game


def _put_pieces(rng: random.Random, game: Conquest, likely: Sequence[str]) -> None:
    """Some pieces of every player, most of them near one or two spaces."""
    radius = rng.choice([2, 2, 3, 4])
    centres = [rng.choice(likely) if likely else _centre(rng) for _ in range(rng.choice([1, 1, 2]))]
    near = sorted({space for centre in centres for space in around(centre, radius)}, key=BOARD.order.__getitem__)
    vessels = {kind: FIGURES[kind] * game.players for kind in "HG"}
    everybody = [{kind: FIGURES[kind] for kind in "SECK"} for _ in game.seats]
    if rng.random() < 0.3:
        _squeeze(rng, game, everybody)
    for seat, left in enumerate(everybody):
        for _ in range(rng.choice([0, 1, 1, 2, 2, 3, 4, 6, 8, 12])):
            kind = rng.choice("SSEECKKHHGG")
            stock = vessels if kind in vessels else left
            space = rng.choice(near if rng.random() < 0.9 else list(BOARD.spaces))
            if not stock[kind] or space in game.field.standing or not _stands(kind, space):
                continue
            stock[kind] -= 1
            game.field.standing[space] = seat, _load(rng, Piece(kind), left)


def _squeeze(rng: random.Random, game: Conquest, left: list[dict[str, int]]) -> None:
    """Put soldiers and knights on the Grail and in a capital, so that a player is nearly pinned."""
    spaces = BOARD.grail + BOARD.capitals[rng.choice(game.islands)]
    holders = [rng.choice(game.seats), rng.choice(game.seats)]
    for space in rng.sample(spaces, rng.randrange(3, 8)):
        seat, kind = rng.choice(holders), rng.choice("SK")
        if left[seat][kind]:
            left[seat][kind] -= 1
            game.field.standing[space] = seat, Piece(kind)


def _centre(rng: random.Random) -> str:
    special = [name for name, space in BOARD.spaces.items() if space.grail or space.capital or space.kind == "port"]
    return rng.choice(special if rng.random() < 0.7 else list(BOARD.spaces))


def _stands(kind: str, space: str) -> bool:
    if kind in "HG":
        return BOARD.spaces[space].kind != "land"
    return BOARD.spaces[space].kind == "land" and (kind in "SK" or not BOARD.spaces[space].grail)


def _load(rng: random.Random, piece: Piece, left: dict[str, int]) -> Piece:
    for kind in rng.choice(["", "S", "SS", "SS", "K", "E", "ES", "ESS", "ESS", "CS"]):
        loaded = taking_up(piece, Piece(kind))
        if loaded is not None and left[kind]:
            piece = loaded
            left[kind] -= 1
    return piece


def _choose_turn(rng: random.Random, game: Conquest) -> None:
    """A turn that fits the first player and the player to move, and points spent in it by some pieces."""
    game.first = rng.choice(game.seats)
    early = rng.random() < 0.2 and not any(map(game.out, game.seats))
    game.turn = rng.randrange(1, game.players + 1) if early else rng.randrange(game.players + 1, 10 * game.players)
    game.mover = (game.first + game.turn - 1) % game.players
    total = min(POINTS, FIRST_ROUND * game.turn) if early else POINTS
    game.spent = rng.choice([0, *(rng.randrange(total + 1) for _ in range(4))])
    budget = game.spent
    for space, piece in game.field.own(game.mover):
        if rng.random() < 0.5:
            used = _tire(rng, piece, budget)
            budget -= _points(used)
            game.field.standing[space] = game.mover, used


def _tire(rng: random.Random, piece: Piece, budget: int) -> Piece:
    """The piece and its load, after they have spent at most so many points."""
    load = []
    for rider in piece.load:
        load.append(_tire(rng, rider, budget))
        budget -= _points(load[-1])
    load.sort(key=lambda rider: rider.spent)
    return Piece(piece.kind, rng.randrange(min(budget, ALLOWANCE[piece.kind]) + 1), tuple(load))


def _points(piece: Piece) -> int:
    return piece.spent + sum(map(_points, piece.load))


def _count_missing(rng: random.Random, game: Conquest) -> list[int]:
    """How many figures each player has lost; every one was eliminated by an enemy."""
    kinds = [[kind for _, piece in game.field.own(seat) for kind in piece.all_kinds()] for seat in game.seats]
    missing = [sum(FIGURES[kind] - kinds[seat].count(kind) for kind in "SECK") for seat in game.seats]
    for kind in "HG":  # seized vessels have changed hands
        for _ in range(FIGURES[kind] * game.players - sum(own.count(kind) for own in kinds)):
            missing[rng.choice(game.seats)] += 1
    for seat in game.seats:
        enemies = [other for other in game.seats if not game.field.friends(seat, other)]
        for _ in range(missing[seat]):
            game.eliminated[rng.choice(enemies)] += 1
    return missing


def _choose_past(rng: random.Random, game: Conquest, missing: list[int]) -> None:
    """Choose recent events at random: eliminations of this turn, a risk, and the time since the last elimination."""
    assert game.mover is not None
    losers = [seat for seat in game.seats if missing[seat]]
    loser = rng.choice(losers)
    counted = game._whose_turns_count(loser)
    enemies = [seat for seat in losers if not game.field.friends(game.mover, seat)]
    if game.spent and enemies and rng.random() < 0.7:
        victim = rng.choice(enemies)
        game.taken[victim] = rng.randrange(1, min(4, missing[victim]) + 1)
        game.quiet = victim, -1 if game._whose_turns_count(victim) == game.mover else 0
        game.risked = game.vulnerable(game.mover) and rng.random() < 0.6
    else:
        latest = max(0, min(3, (game.turn - 1) // game.players))
        game.quiet = loser, rng.randrange(latest + 1)
        if counted == game.mover and game.spent and rng.random() < 0.2:
            game.quiet = loser, -1


def _open_window(rng: random.Random, game: Conquest) -> None:
    """Let a piece of the player to move have just taken another, if that can be answered."""
    assert game.mover is not None
    (loser,) = (seat for seat in game.seats if game.taken[seat])
    spaces = [space for space, _ in game.field.own(game.mover)]
    rng.shuffle(spaces)
    for space in spaces:
        game._ask(space, loser)
        if game.window is not None:
            if rng.random() < 0.3 and game.alliances:
                _ask_the_ally(game, game.window)
            return


def _ask_the_ally(game: Conquest, window: Window) -> None:
    ally = (window.loser + 2) % game.players
    if not game.pinned(ally) and game.field.exchanges(ally, window.space):
        game.window = window._replace(asked=ally)
