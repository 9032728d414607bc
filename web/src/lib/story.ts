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

/** Events in steps: each ends with one that changes the position; what comes after the last belongs to it. */
export function stepsOf(events: Event[]): Event[][] {
  const steps: Event[][] = [];
  let whole = true;
  for (const event of events) {
    if (whole) steps.push([]);
    steps.at(-1)?.push(event);
    whole = event.kind === "action" || event.kind === "undone";
  }
  const rest = !whole && steps.length > 1 ? steps.pop() : undefined;
  steps.at(-1)?.push(...(rest ?? []));
  return steps;
}

/**
 * The last turn of others, as the numbers of moves before and after it; null if there is none.
 * Who has no seat, or all of them, is shown the last turn of anybody. Seats from `seats` on are chance.
 */
export function lastTurn(moves: Move[], mine: number[], seats: number): [number, number] | null {
  const seatAt = (index: number): number => moves[index]?.seat ?? seats;
  const alone = mine.length === 0 || mine.length === seats;
  const last = moves.findLastIndex(({ seat }) => seat !== null && seat < seats && (alone || !mine.includes(seat)));
  if (last < 0) return null;
  let first = last;
  const belongs = (seat: number): boolean => seat >= seats || (alone ? seat === seatAt(last) : !mine.includes(seat));
  while (first > 0 && belongs(seatAt(first - 1))) first--;
  return [first, last + 1];
}
