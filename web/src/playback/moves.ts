/** Moves and turns of a match, derived from its events. */
import type { TableEvent, Said, Seal } from "../protocol";

export interface Move {
  seq: number;
  seat: number | null;
  said: Said | null;
  seal?: Seal | null;
  story?: boolean; // whether there is a film of it
}

/** Moves of one seat, one after the other; `first` is the number of those before. */
interface Turn {
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

/** A round of two seats: the moves of each, with the number of moves before each of them. */
export interface Round {
  number: number; // counted from 1
  cells: [Cell, Cell];
}

export type Cell = { move: Move; index: number }[];

/** The rounds of a game of two seats; events of chance are in the column of the seat that moves next. */
export function roundsOf(moves: Move[]): Round[] {
  const rounds: Round[] = [];
  let column = -1;
  let chance: Cell = [];
  const add = (seat: 0 | 1, cell: Cell): void => {
    const last = rounds.at(-1);
    if (!last || (seat !== column && last.cells[seat].length > 0) || (seat === 0 && column === 1))
      rounds.push({ number: rounds.length + 1, cells: [[], []] });
    rounds.at(-1)?.cells[seat].push(...cell);
    column = seat;
  };
  moves.forEach((move, index) => {
    chance.push({ move, index });
    if (move.seat !== 0 && move.seat !== 1) return;
    add(move.seat, chance);
    chance = [];
  });
  if (chance.length > 0) add(column === 0 ? 1 : 0, chance); // the seat to move next, unless the last one moves again
  return rounds;
}

/** The last move of a seat, and the last event of chance after it; seats from `seats` on are chance. */
export function lastReported(moves: Move[], seats: number): Move[] {
  const made = moves.findLastIndex(({ seat }) => seat !== null && seat < seats);
  const [move, chance] = [moves[made], moves.slice(made + 1).at(-1)];
  return [move, chance].filter((each) => each !== undefined);
}

/** The moves that have not been taken back: taking back goes to the last move of the seat that did it, alone if sealed. */
export function movesOf(events: TableEvent[]): Move[] {
  const moves: Move[] = [];
  for (const event of events) {
    const { seq, seat, said, seal, story } = event;
    if (event.kind === "action") moves.push({ seq, seat, said, seal, story });
    if (event.kind === "withdrawn") {
      const last = moves.findLastIndex((move) => move.seat === seat);
      if (last >= 0) moves.splice(last, 1);
    }
    if (event.kind === "undone") {
      const last = moves.findLastIndex((move) => move.seat === event.seat);
      moves.length = Math.max(0, last);
    }
  }
  return moves;
}

/** Events in steps: each ends with one that changes the position; later events belong to the last step. */
export function stepsOf(events: TableEvent[]): TableEvent[][] {
  const steps: TableEvent[][] = [];
  let whole = true;
  for (const event of events) {
    if (whole) steps.push([]);
    steps.at(-1)?.push(event);
    whole = ["action", "undone", "withdrawn"].includes(event.kind);
  }
  const rest = !whole && steps.length > 1 ? steps.pop() : undefined;
  steps.at(-1)?.push(...(rest ?? []));
  return steps;
}

/**
 * The last turn of another player, as the numbers of moves before and after it; null if there was no turn.
 * A page without a seat, or with all seats, gets the last turn of any player. Seats from `seats` on are chance.
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

/** Whether events have shown a seat nothing: others have sealed something, or taken it back. */
export function isQuiet(events: TableEvent[], mine: number[]): boolean {
  const [seat, ...others] = mine;
  if (seat === undefined || others.length > 0 || events.length === 0) return false;
  return events.every(
    (event) => event.seat !== seat && (event.kind === "withdrawn" || (event.kind === "action" && event.said === null)),
  );
}

/** Events with others put in the place of the same told before. */
export function retold(events: TableEvent[], again: TableEvent[]): TableEvent[] {
  if (again.length === 0) return events;
  return events.map((event) => again.find(({ seq }) => seq === event.seq) ?? event);
}
