/** The moves of a match as they stand, told from its events. */
import type { Event, Said } from "./protocol";

export interface Move {
  seq: number;
  seat: number | null;
  said: Said | null;
}

/** Moves of one seat, one after the other; `first` is the number of those before. */
export interface Turn {
  seat: number | null;
  first: number;
  moves: Move[];
}

/** The moves in turns. */
export function turnsOf(moves: Move[]): Turn[] {
  const turns: Turn[] = [];
  moves.forEach((move, index) => {
    const last = turns.at(-1);
    if (last?.seat === move.seat) last.moves.push(move);
    else turns.push({ seat: move.seat, first: index, moves: [move] });
  });
  return turns;
}

/** The moves that have not been taken back: taking back goes to the last move of the seat that did it. */
export function movesOf(events: Event[]): Move[] {
  const moves: Move[] = [];
  for (const event of events) {
    if (event.kind === "action") moves.push({ seq: event.seq, seat: event.seat, said: event.said });
    if (event.kind === "undone") {
      const last = moves.findLastIndex((move) => move.seat === event.seat);
      moves.length = Math.max(0, last);
    }
  }
  return moves;
}
