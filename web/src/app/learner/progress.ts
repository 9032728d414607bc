/** Progress in lessons, puzzles and the rules of a first game, stored per game in this browser, and the puzzle of the day. */
import { keepAtAllPorts, recallAtAllPorts } from "../storage";

const KEPT = { steps: "naadam.steps", puzzles: "naadam.puzzles", rules: "naadam.rules" };
const DAY = 86_400_000; // milliseconds

export type What = keyof typeof KEPT;

function all(what: What): Record<string, number[]> {
  const lists = Object.entries(recallAtAllPorts(KEPT[what]) ?? {}).filter(([, list]) => Array.isArray(list));
  return Object.fromEntries(lists.map(([game, list]) => [game, (list as unknown[]).filter(isNumber)]));
}

/** Whether something can be the number of a step, a puzzle or a rule. */
function isNumber(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}

/** The numbers of the steps that were taken, the puzzles that were solved, or the rules that were introduced. */
export function doneIn(what: What, game: string): number[] {
  return all(what)[game] ?? [];
}

export function keepDone(what: What, game: string, number: number): number[] {
  const done = [...new Set([...doneIn(what, game), number])].sort((one, other) => one - other);
  keepAtAllPorts(KEPT[what], { ...all(what), [game]: done });
  return done;
}

/** The puzzle of a day: another game each day, and of each game one after the other; null if there are none. */
export function puzzleOf<Game extends { puzzles: number }>(
  games: Game[],
  time: number,
): { game: Game; number: number } | null {
  const having = games.filter(({ puzzles }) => puzzles > 0);
  const day = Math.floor(time / DAY);
  const game = having[day % having.length];
  return game ? { game, number: (Math.floor(day / having.length) % game.puzzles) + 1 } : null;
}

/** The first step of so many that was not taken; the first of all if all were. */
export function nextStep(taken: number[], total: number): number {
  return Array.from({ length: total }, (_, index) => index + 1).find((step) => !taken.includes(step)) ?? 1;
}
