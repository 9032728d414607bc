"""Positions of Khan as plain facts, which become a state of the game and the same position of the reference."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from khan import BOARD, CHANCE, COPIES, NEUTRAL, SPECIALS, Khan
from khan_board import REGIONS, Cell, Placement, cell_of, name_of
from khan_score import Laid

import naadam
from naadam.core.contract import StateRecord
from naadam.core.game import Game
from naadam.games.khan.sheet import Sheet, list_laid, write_sheets

GAMES = {players: naadam.load("khan", players=players) for players in (2, 3, 4)}
CARDS = [str(card) for card in BOARD.cards]
NOTATIONS = {(way.shape, way.cells): way.notation for way in BOARD.placements}
FINAL = "final"
ALL = "all"  # the region of a Support with two or three players


@dataclass
class Facts:
    """All that makes a position, as plain values; players are seats."""

    players: int
    seat: int
    step: int | str  # 1, 2, 4 or FINAL
    actions: int
    rulers: dict[str, str]
    portraits: dict[str, int]
    yurts: dict[str, int]
    laid: list[Laid]
    hands: list[list[str]]
    discards: list[str]
    specials: list[dict[str, int]]
    protect: list[int]
    support: dict[int, str]  # a region, or ALL
    reserved: dict[int, str]
    before: dict[int, str]


def line(facts: Facts) -> str:
    """The position in one line."""
    words = {1: "turn {}", 2: "act {} {}", 4: "use {}", FINAL: "conquer {} {}"}
    fields = [words[facts.step].format(facts.seat + 1, facts.actions)]
    for owner in (*range(facts.players), NEUTRAL):
        if owned := [name for name, other in facts.yurts.items() if other == owner]:
            fields.append(f"{'n' if owner == NEUTRAL else owner + 1}={','.join(owned)}")
    rulers = (f"{letter}{facts.rulers.get(letter, '-')}/{facts.portraits.get(letter, 0)}" for letter in BOARD.starts)
    fields.append(f"rulers={','.join(rulers)}")
    if facts.laid:
        fields.append(f"laid={','.join(map(written, facts.laid))}")
    fields.append(f"hands={'/'.join(','.join(hand) for hand in facts.hands)}")
    if facts.discards:
        fields.append(f"discards={','.join(facts.discards)}")
    fields.append(f"special={'/'.join(''.join(str(own[card]) for card in SPECIALS) for own in facts.specials)}")
    active = [f"p{seat + 1}" for seat in facts.protect]
    active += [f"s{seat + 1}" + (f":{region}" if region != ALL else "") for seat, region in facts.support.items()]
    active += [f"x{seat + 1}:{shape}" for seat, shape in facts.reserved.items()]
    if active:
        fields.append(f"active={','.join(active)}")
    if facts.step == 4 and facts.before.get(facts.seat) in ("protect", "support"):
        fields.append(f"back={facts.before[facts.seat][0]}")
    if facts.step == FINAL:
        fields.append("final=2")
    return " ".join(fields)


def written(piece: Laid) -> str:
    """A shape on the board as in a position, `L5.d7.r2:12`."""
    notation = NOTATIONS[piece.shape, piece.cells]
    owners = "".join(str(owner + 1) for owner in sorted(piece.owners))
    return f"{'.'.join(notation.split()[1:])}:{owners}"


def state_of(facts: Facts) -> naadam.State:
    """The state of the game in this position."""
    return GAMES[facts.players].position(line(facts))


def record_of(facts: Facts) -> StateRecord:
    """The record of the position, not checked: no more than conquests and the score need."""
    return GAMES[facts.players].notation.parse_position(line(facts))


def sheets_of(game: Game, state: StateRecord) -> list[Sheet]:
    """The score sheets of all seats."""
    book = game.rulebook
    return write_sheets(book.tables, state, list_laid(book.realm, state))  # type: ignore[attr-defined]


def reference_of(facts: Facts) -> Khan:
    """The reference in this position."""
    game = board_of(facts)
    game.resume(facts.seat, None if facts.step == FINAL else int(facts.step), facts.actions)
    return game


def board_of(facts: Facts) -> Khan:
    """The reference with everything on the table in place, before the first decision of a player."""
    game = Khan(facts.players)
    cards = {str(card): card for card in BOARD.cards}
    game.rulers = {letter: cell_of(name) for letter, name in facts.rulers.items()}
    game.portrait = {letter: facts.portraits.get(letter, 0) for letter in BOARD.starts}
    game.yurts = {cell_of(name): owner for name, owner in facts.yurts.items()}
    game.laid = list(facts.laid)
    for piece in facts.laid:
        game.left[piece.shape] -= 1
    game.hands = [{cards[card] for card in hand} for hand in facts.hands]
    game.discards = {cards[card] for card in facts.discards}
    game.pile = set(BOARD.cards).difference(game.discards, *game.hands)
    game.specials = [dict(own) for own in facts.specials]
    game.protecting = set(facts.protect)
    game.supporting = {seat: set(REGIONS) if region == ALL else {region} for seat, region in facts.support.items()}
    game.reserved = dict(facts.reserved)
    for seat, card in facts.before.items():
        game.used_before[seat] = card
    return game


def stands(facts: Facts, game: Khan) -> bool:
    """Whether the player to act can do something, so that the game does not go on from here by itself."""
    unchanged = game.protecting == set(facts.protect) and game.reserved == facts.reserved
    unchanged = unchanged and set(game.supporting) == set(facts.support)
    if facts.step == 4:
        unchanged = "none" in game.legal(facts.seat)
    return unchanged and game.waiting == (CHANCE if facts.step == 1 else facts.seat,)


# --- random positions ---


def random_facts(rng: random.Random, steps: Sequence[int | str] = (1, 2, 2, 2, 4, FINAL, FINAL)) -> Facts:
    """A random position that obeys every rule that a single position can be checked against."""
    players = rng.choice((2, 3, 4))
    seat = rng.randrange(players)
    step = rng.choice(steps)
    laid, left = random_shapes(rng, players)
    taken = {cell for piece in laid for cell in piece.cells}
    free = [cell for cell in sorted(BOARD.land) if cell not in taken]
    rng.shuffle(free)
    rulers = {}
    if step != FINAL:
        for letter in rng.sample(sorted(BOARD.starts), rng.randint(4, 8)):
            rulers[letter] = name_of(free.pop())
    owners = [*range(players), NEUTRAL]
    yurts = {name_of(cell): rng.choice(owners) for cell in free[: int(len(free) * rng.choice((0.2, 0.4, 0.6, 0.9)))]}
    deck = rng.sample(CARDS, len(CARDS))
    hands = [[deck.pop() for _ in range(4)] for _ in range(players)]
    specials = [
        {card: rng.randint(0, copies) for card, copies in zip(SPECIALS, COPIES[players], strict=True)}
        for _ in range(players)
    ]
    facts = Facts(
        players=players,
        seat=seat,
        step=step,
        actions=rng.choice((1, 2)) if step in (2, FINAL) else 2,
        rulers=rulers,
        portraits={letter: rng.randint(1, 5) for letter in rulers},
        yurts=yurts,
        laid=laid,
        hands=hands,
        discards=deck[: rng.randrange(len(deck) - 1)],
        specials=specials,
        protect=[],
        support={},
        reserved={},
        before={},
    )
    use_special_cards(rng, facts, left)
    return facts


def random_shapes(rng: random.Random, players: int) -> tuple[list[Laid], dict[str, int]]:
    """Some shapes with their owners, and how many copies of each are left."""
    left = {name: shape.copies for name, shape in BOARD.shapes.items()}
    laid: list[Laid] = []
    taken: set[Cell] = set()
    placements: list[Placement] = rng.sample(BOARD.placements, 300)
    for placement in placements[: rng.choice((0, 30, 300))]:
        if left[placement.shape] and not placement.cells & taken:
            owners = rng.sample(range(players), rng.choice((1, 1, 1, 2, players)))
            laid.append(Laid(placement.shape, placement.cells, frozenset(owners)))
            taken |= placement.cells
            left[placement.shape] -= 1
    return laid, left


def use_special_cards(rng: random.Random, facts: Facts, left: dict[str, int]) -> None:
    """Let others have special cards on the table: one each, used in their last turn."""
    others = [seat for seat in range(facts.players) if seat != facts.seat]
    rng.shuffle(others)
    for seat in others:
        own = facts.specials[seat]
        card = rng.choice(["protect", "support", "explore", "none"])
        if card == "none" or own[card] == COPIES[facts.players][SPECIALS.index(card)]:
            continue
        if card == "protect" and not facts.protect:
            facts.protect.append(seat)
        elif card == "support" and facts.players < 4 and not facts.support:
            facts.support[seat] = ALL
        elif card == "support" and facts.players == 4:
            facts.support[seat] = rng.choice([region for region in REGIONS if region not in facts.support.values()])
        elif card == "explore":
            shapes = [name for name, count in left.items() if count and name not in facts.reserved.values()]
            facts.reserved[seat] = rng.choice(shapes)
        else:
            continue
        facts.before[seat] = card
