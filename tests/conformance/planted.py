"""Small games with one fault planted into each copy, for the tests of the conformance suite.

`BOARD` is the game of the scaffold with a repetition and 12 quiet turns, `LONG` the same on 5x5 with 100 quiet turns
and without `patience`, `HANDS` is Caravan, `KING` is Tablut. A fault replaces a text of a file.
"""

from __future__ import annotations

import importlib
import itertools
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from naadam.core import registry
from naadam.core.game import Game
from naadam.kit.scaffold import write_game

BOARD, LONG, HANDS, KING = "crossing", "plain", "caravan", "tablut"
TOY = Path(__file__).parent.parent / "toy" / "caravan"
EXAMPLE = Path(__file__).parent.parent.parent / "examples" / "tablut" / "tablut"
RULES, BOOK, TEXTS = "rules.py", "__init__.py", "texts/en.toml"
HANDS_BOOK = "rulebook.py"
_numbers = itertools.count()

WITH_REPETITION = [
    (RULES, "PEACEFUL_TURNS = 100", "PEACEFUL_TURNS = 12"),
    (RULES, "PEACE = 4, 5, 6, 7", "PEACE, REPEATED = 4, 5, 6, 7, 8"),
    (
        RULES,
        "    state.peace = 0 if state.board[target] != EMPTY else state.peace + 1\n",
        "    captured = state.board[target] != EMPTY\n"
        "    state.peace = 0 if captured else state.peace + 1\n"
        "    state.quiet = 0 if captured else state.quiet + 1\n",
    ),
    (RULES, "    if state.ended == PEACE:", "    if state.ended == PEACE or state.ended == REPEATED:"),
    (
        RULES,
        "@rule\ndef outcome",
        "@rule\ndef repetition():\n    return 3\n\n\n"
        "@rule\ndef repeated(tables, state):\n    state.waiting = 0\n    state.ended = REPEATED\n\n\n"
        "@rule\ndef outcome",
    ),
    (BOOK, "clauses = tuple(range(1, 8))", "clauses = tuple(range(1, 9))"),
    (BOOK, "    most: ClassVar", "    unseen = (8,)\n    most: ClassVar"),
    (
        BOOK,
        "words=rules.WORDS,",
        "words=rules.WORDS,\n            trail=rules.PEACEFUL_TURNS + 2,\n            total=0.0,",
    ),
    (TEXTS, "\n[refusals]", 'CR-8 = "The third time a position comes up, the game is drawn."\n\n[refusals]'),
    (TEXTS, 'CR-7 = "A hundred turns went', 'CR-8 = "The third time."\nCR-7 = "A hundred turns went'),
]

PATIENCE = """@rule
def patience(tables, state):
    return PEACEFUL_TURNS - int(state.peace)


"""
WITH_LONG_PEACE = [
    (file, old, new.replace("PEACEFUL_TURNS = 12", "PEACEFUL_TURNS = 100")) for file, old, new in WITH_REPETITION
] + [(RULES, PATIENCE, "")]


class Fault(NamedTuple):
    """A text of a file that is replaced, and words of the complaint that is expected."""

    name: str
    file: str
    old: str
    new: str
    words: str
    game: str = BOARD


def write_base(folder: Path) -> None:
    """Write the games of the scaffold that faults are planted into."""
    for game, cells, changes in ((BOARD, "3x4", WITH_REPETITION), (LONG, "5x5", WITH_LONG_PEACE)):
        write_game(game, folder / game, cells)
        for file, old, new in changes:
            prefix = "CR" if game == BOARD else "PL"
            replace(folder / game / game / file, old.replace("CR-", f"{prefix}-"), new.replace("CR-", f"{prefix}-"))


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{file.name} has no {old!r}"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def plant(fault: Fault | None, folder: Path, game: str = BOARD) -> Game:
    """A game with a fault as a separate package with a separate name."""
    game = fault.game if fault else game
    name = f"{game}{next(_numbers)}"
    package = folder / name
    shutil.copytree(
        {HANDS: TOY, KING: EXAMPLE}.get(game, folder / game / game),
        package,
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    if fault is not None:
        replace(package / fault.file, fault.old, fault.new)
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for old, new in (
            (f'"{game}"', f'"{name}"'),
            (f"from {game} import", f"from {name} import"),
            (f"from {game}.", f"from {name}."),
        ):
            text = text.replace(old, new)
        file.write_text(text, encoding="utf-8")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    registry.packages()[name] = (name,)
    return registry.load(name)


def board(name: str, file: str, old: str, new: str, words: str) -> Fault:
    return Fault(name, file, old, new, words)


def long(name: str, file: str, old: str, new: str, words: str) -> Fault:
    return Fault(name, file, old, new, words, LONG)


def hands(name: str, file: str, old: str, new: str, words: str) -> Fault:
    return Fault(name, file, old, new, words, HANDS)


TOO_FEW = "is too small for what"
LISTED = "what is listed and what is not refused"

FAULTS = [
    # legality
    board(
        "an action is not listed",
        RULES,
        "if target != NOWHERE and refusal",
        "if target != NOWHERE and target != 5 and refusal",
        LISTED,
    ),
    board(
        "descending",
        RULES,
        "for source in range(PLACES):\n        for target in tables.near[source]:  # in",
        "for source in range(PLACES - 1, -1, -1):\n        for target in tables.near[source]:  # in",
        "in ascending order",
    ),
    board(
        "a seat out of turn",
        RULES,
        "if state.waiting != 1 << seat:",
        "if state.waiting == 0:",
        "exactly the waiting seats|" + LISTED,
    ),
    board(
        "after the end",
        RULES,
        "if state.waiting != 1 << seat:",
        "if state.waiting >> (1 - seat) & 1:",
        "exactly the waiting seats|nobody acts",
    ),
    board(
        "beaten is no end",
        RULES,
        "    if left == 0:\n        return BEATEN\n    if not can_move(tables, state, turn):\n        return STUCK\n",
        "",
        "exactly the waiting seats",
    ),
    board(
        "a refusal without a clause",
        RULES,
        "TOO_FAR, OWN_PIECE, STAYS = 3,",
        "TOO_FAR, OWN_PIECE, STAYS = 77,",
        r"has no refusals.77",
    ),
    board("a refusal without its sentence", RULES, "3 + 2 * WORDING", "3 + 7 * WORDING", r"has no refusals.3\.7"),
    board(
        "a refusal that writes",
        RULES,
        "    if state.board[source] != seat + 1:\n        return NOT_YOURS",
        "    if state.board[source] != seat + 1:\n        state.peace = 0\n        return NOT_YOURS",
        "the rule refusal .* fails: ValueError",
    ),
    # turns and ends
    board(
        "the turn stays",
        RULES,
        "    state.turn = 1 - seat\n",
        "",
        "No game can have|contains the field",
    ),
    board(
        "both seats wait",
        RULES,
        "state.waiting = 0 if clause else 1 << (1 - seat)",
        "state.waiting = 0 if clause else 3",
        "waiting|No game can have|turn",
    ),
    board(
        "no seat waits at the start",
        RULES,
        "state.waiting = 1 << LIGHT",
        "state.waiting = 0",
        "begin|clause|over|start|ended",
    ),
    board("an end without a number", RULES, "    state.ended = clause\n", "", "over|clause|ended"),
    board(
        "an end that is no clause",
        RULES,
        "REPEATED = 4, 5",
        "REPEATED = 55, 5",
        "clause|end|over",
    ),
    board(
        "a drawn end without a text",
        TEXTS,
        'CR-7 = "A hundred turns went by without a capture."\n',
        "",
        r"has no ends.CR-7",
    ),
    board("a repetition without a text", TEXTS, 'CR-8 = "The third time."\n', "", r"has no ends.CR-8"),
    board("an end without a text", TEXTS, 'CR-4 = "A piece has reached the other side."\n', "", r"has no ends.CR-4"),
    board("a drawn end that is not a clause", BOOK, "tuple(range(1, 9))", "(1, 2, 3, 4, 5, 6, 8)", "clause|end"),
    board(
        "an end by repetition that cannot be read",
        BOOK,
        "    unseen = (8,)\n",
        "",
        "The game is not over by this clause",
    ),
    board(
        "repeated goes on",
        RULES,
        "    state.waiting = 0\n    state.ended = REPEATED",
        "    state.ended = REPEATED",
        "over|clause|finished",
    ),
    # outcomes
    board(
        "no winner of a draw",
        RULES,
        "        return 3\n    winner",
        "        return 0\n    winner",
        "a finished game has a winner",
    ),
    board("no winner at all", RULES, "    return 1 << winner", "    return 0", "a finished game has a winner"),
    board("a winner who is no seat", RULES, "    return 1 << winner", "    return 1 << 5", "the winners are seats"),
    board(
        "scores of a draw",
        RULES,
        "        return 3\n    winner",
        "        scores[0] = 1.0\n        return 3\n    winner",
        "add up to sizes.total",
    ),
    board(
        "shares of a draw",
        RULES,
        "        return 3\n    winner",
        "        scores[0], scores[1] = 1.0, -1.0\n        return 3\n    winner",
        "those who share a draw score the same",
    ),
    board("scores out of bounds", RULES, "= 1.0, -1.0", "= 2.0, -2.0", "scores are within bounds"),
    board("the winner scores less", RULES, "= 1.0, -1.0", "= -1.0, 1.0", "the winners have the best score"),
    # identity and repetition
    board(
        "position without the turn",
        RULES,
        "packed = int(state.turn)",
        "packed = 0",
        "the same words|contains the field turn",
    ),
    board(
        "position without the board",
        RULES,
        "packed << 2 | int(state.board[place])",
        "packed << 2",
        "the same words|contains the field board|quiet reaches back",
    ),
    board(
        "position with half of the board",
        RULES,
        "for place in range(A_WORD * word, min(PLACES, A_WORD * word + A_WORD))",
        "for place in range(PLACES // 2)",
        "the same words|contains the field board",
    ),
    board(
        "quiet stays after a capture",
        RULES,
        "state.quiet = 0 if captured else state.quiet + 1",
        "state.quiet = state.quiet + 1",
        "quiet is not 0 after a piece has gone|trail",
    ),
    board(
        "quiet never grows",
        RULES,
        "state.quiet = 0 if captured else state.quiet + 1",
        "state.quiet = 0",
        "quiet reaches back",
    ),
    board("quiet grows by two", RULES, "state.quiet + 1", "state.quiet + 2", "quiet grows by at most one"),
    board(
        "quiet is a counter",
        RULES,
        "state.quiet = 0 if captured else state.quiet + 1",
        "state.quiet = state.peace",
        "quiet grows by at most one",
    ),
    board("the trail is too short", BOOK, "trail=rules.PEACEFUL_TURNS + 2", "trail=4", "sizes.trail|trail"),
    # sizes
    board(
        "too few choices",
        BOOK,
        "choices=pieces * WIDEST",
        "choices=3",
        r"sizes.choices of 3 is too small for what legal writes|at most sizes.choices",
    ),
    board(
        "too few words",
        RULES,
        "        words[word] = packed",
        "        words[word] = packed\n        words[word + 1] = 0",
        "sizes.words of 1 " + TOO_FEW + " position",
    ),
    board(
        "too small a tensor",
        BOOK,
        "tensor=(len(self.planes), rules.PLACES)",
        "tensor=(len(self.planes), 5)",
        "sizes.tensor of .* " + TOO_FEW + " observe",
    ),
    board(
        "too short a game",
        BOOK,
        "length=(2 * pieces + 1) * rules.PEACEFUL_TURNS",
        "length=3",
        "no longer than sizes.length",
    ),
    board(
        "too narrow scores",
        BOOK,
        "total=0.0,",
        "total=0.0,\n            scores=(0.0, 1.0),",
        "within bounds|within sizes.scores",
    ),
    board("too few actions", BOOK, "actions=self.moves.count", "actions=20", "actions|index"),
    # hints for searches and learners
    board("a value above 1", RULES, "return 0.8 * (own", "return 0.8 + 8.0 * (own", "a value is from -1 to 1"),
    board("noisy is a number", RULES, "return state.board[int(action) % PLACES] != EMPTY", "return 2", "noisy or not"),
    board(
        "too much patience",
        RULES,
        "return PEACEFUL_TURNS - int(state.peace)",
        "return 500 - int(state.peace)",
        "patience promises",
    ),
    board("no patience", RULES, "return PEACEFUL_TURNS - int(state.peace)", "return 0", "has patience left"),
    board(
        "patience that runs",
        RULES,
        "return PEACEFUL_TURNS - int(state.peace)",
        "return 1 + 2 * (PEACEFUL_TURNS - int(state.peace))",
        "patience",
    ),
    board(
        "a tensor above 1",
        RULES,
        "= 1.0 if view.turn == seat else 0.0",
        "= 3.0 if view.turn == seat else 0.0",
        "from 0 to 1",
    ),
    board(
        "a tensor below 0",
        RULES,
        "= 1.0 if view.turn == seat else 0.0",
        "= -1.0 if view.turn == seat else 0.0",
        "from 0 to 1",
    ),
    board("planes of one name", BOOK, '"dark pieces", "the', '"light pieces", "the', "planes names each plane"),
    board("a plane too few", BOOK, '"light pieces", "dark', '"dark', "planes names each plane|tensor"),
    # sources
    board(
        "randomness is imported",
        RULES,
        "from typing",
        "import random\nfrom typing",
        "imports random: randomness is passed to rules",
    ),
    board("the clock is imported", RULES, "from typing", "from time import time\nfrom typing", "imports time"),
    board(
        "a helper that is no rule",
        RULES,
        "@rule\ndef is_near",
        "def is_near",
        "the rule refusal calls is_near, which lacks @rule",
    ),
    board(
        "a list in a rule",
        RULES,
        "    own, theirs = 0, 0\n",
        "    own, theirs = [0, 0]\n",
        r"rules.py: the rule value makes a list in line \d+",
    ),
    board(
        "an array in a rule",
        RULES,
        "    own, theirs = 0, 0\n",
        "    own, theirs = np.zeros(2)\n",
        r"the rule value makes np.zeros\(\) in line",
    ),
    board("a hook that is no rule", RULES, "@rule\ndef outcome", "def outcome", "outcome lacks @rule"),
    board("a hook that is missing", RULES, "def position(", "def place(", "has no position, which every game needs"),
    board(
        "tables are written to",
        RULES,
        "    state.turn = 1 - seat\n",
        "    state.turn = 1 - seat\n    tables.home[0, 5] = 1\n",
        "rules read the tables|same|the uncompiled",
    ),
    board(
        "a rule that fails",
        RULES,
        "    own, theirs = 0, 0\n",
        "    own, theirs = 0, 1 // (int(state.peace) - int(state.peace))\n",
        "the rule value .* fails: ZeroDivisionError",
    ),
    # facts and texts
    board("a file that is not TOML", TEXTS, "[refusals]", "[refusals", r"texts/en.toml is not TOML"),
    board("no title", TEXTS, 'title = "Crossing"\n', "", "has no game.title"),
    board("no summary", TEXTS, 'summary = "Cross the board before the others do."\n', "", "has no game.summary"),
    board("no name of a seat", TEXTS, '1 = "Dark"\n', "", "has no seats.1"),
    board("no name of a piece", TEXTS, 'dark = "Dark piece"\n', "", "have no pieces.dark"),
    board("no clause", TEXTS, 'CR-3 = "A piece goes', 'CR-33 = "A piece goes', "has no clauses.CR-3"),
    board("no words for a capture", TEXTS, "move-capture = ", "move-taking = ", "has no actions.move-capture"),
    board(
        "a blank that nothing fills",
        TEXTS,
        "Move from {source} to {target}.",
        "Move from {start} to {target}.",
        r"names \{start\}; the values given here are",
    ),
    board("no title of a counter", TEXTS, 'peace = "Turns without a capture"\n', "", "has no editor.peace"),
    board("too low a bound", BOOK, '{"peace": rules.PEACEFUL_TURNS}', '{"peace": 3}', "No game can have"),
    board(
        "too few pieces of a kind",
        BOOK,
        "rules.LIGHT, most=len(GROUND.rows[-1])",
        "rules.LIGHT, most=1",
        "at most 1 pieces",
    ),
    # chance and hidden information
    hands("an outcome that cannot be", RULES, "weights[count] = 1.0", "weights[count] = 0.0", "positive weight"),
    hands(
        "a negative weight", RULES, "weights[count] = 1.0", "weights[count] = 1.0 if count else -1.0", "positive weight"
    ),
    hands(
        "too few outcomes",
        HANDS_BOOK,
        "outcomes=rules.CARDS",
        "outcomes=5",
        "sizes.outcomes of 5 " + TOO_FEW + " chance",
    ),
    hands("luck is disclosed", RULES, "        return witness == dealt", "        return True", "discloses shows seat"),
    hands(
        "nothing is opened",
        RULES,
        "    return (state.phase == BIDDING or state.phase == ANSWERING) and state.waiting == 1 << int(seat)",
        "    return False",
        "opens never says|does not learn of",
    ),
    hands(
        "spectators see cards",
        RULES,
        "known = other == seat or",
        "known = other == seat or seat > 7 or",
        "those who watch",
    ),
    hands(
        "a completion changes who waits",
        RULES,
        "def complete(tables, view, seat, rng, state):\n    state.waiting = view.waiting",
        "def complete(tables, view, seat, rng, state):\n    state.waiting = view.waiting & -view.waiting",
        "known to all|no game of Caravan",
    ),
    hands(
        "a completion changes the seat's own card",
        RULES,
        "        state.cards[other] = view.cards[other]\n        if",
        "        state.cards[other] = max(1, view.cards[other])\n        if",
        "sees no difference|no game of Caravan",
    ),
    hands(
        "unsealing takes a turn",
        RULES,
        "            state.bids[other] = 0\n            state.waiting |= 1 << other",
        "            state.bids[other] = 0\n            state.waiting &= ~(1 << seat)",
        "unsealing",
    ),
    hands(
        "a seat does not see its own act",
        RULES,
        "        return witness == seat or opens",
        "        return opens",
        "a seat sees its own action",
    ),
    hands(
        "position without a counted field",
        RULES,
        "    words[0] |= int(state.taken) << 22\n",
        "",
        "contains the field taken|the same words",
    ),
    hands(
        "scores beyond their bounds",
        HANDS_BOOK,
        "scores=(-24.0, 24.0)",
        "scores=(-0.5, 0.5)",
        "within bounds|within sizes.scores",
    ),
    hands(
        "an action of the clock that is refused",
        HANDS_BOOK,
        'f"bid-{state.lap}-{seat}", 20, rules.BID',
        'f"bid-{state.lap}-{seat}", 20, rules.STOP',
        "is legal",
    ),
    hands(
        "talk with a seat that is none",
        HANDS_BOOK,
        "        if not self.options",
        "        return 1 << 9\n        if not self.options",
        "talks to seats",
    ),
    hands(
        "a story of nothing",
        HANDS_BOOK,
        "        return [\n            Frame(",
        "        return [] and [\n            Frame(",
        "there is a story of",
    ),
    hands(
        "a story with a clause that is none",
        HANDS_BOOK,
        '("bid", "CV-2")',
        '("bid", "CV-22")',
        "there is a clause CV-22",
    ),
    hands("a seat that is not its own ally", HANDS_BOOK, "else (seat,)", "else ()", "one of its own allies"),
    # a hundred quiet turns, which random games do not reach
    long(
        "a draw after a hundred turns without a text",
        TEXTS,
        'PL-7 = "A hundred turns went by without a capture."\n',
        "",
        "has no ends.PL-7",
    ),
    long(
        "no winner of a draw after a hundred turns",
        RULES,
        "        return 3\n    winner",
        "        return 0\n    winner",
        "a finished game has a winner",
    ),
    long(
        "scores of a draw after a hundred turns",
        RULES,
        "        return 3\n    winner",
        "        scores[0] = 1.0\n        return 3\n    winner",
        "add up to sizes.total",
    ),
    long(
        "an end that play does not reach, without a text",
        RULES,
        "    if left == 0:\n        return BEATEN",
        "    if left == 0:\n        return 2 + 4 * WORDING if state.peace > 98 else BEATEN",
        r"has no ends.PL-2\.4",
    ),
    long("a trail of 70 where 102 are needed", BOOK, "trail=rules.PEACEFUL_TURNS + 2", "trail=70", "sizes.trail"),
    Fault(
        "pieces on a place that is forbidden to them",
        BOOK,
        "    def possible(self",
        "    def imaginable(self",
        "can be set up on e5, and no move leads one there",
        KING,
    ),
]
