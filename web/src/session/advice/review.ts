/** Figures of an analysis: the leader, the mistakes, and the arrows on the board. */
import type { Arrow } from "../../board/arrows";
import type { Judged } from "../../protocol";

/** The analysis of a game, complete or in progress, by the number of the move. */
export interface Analysis {
  moves: Record<number, Judged>;
  done: boolean;
}

/** The leading seat and the size of the lead; null in an even game. */
export interface Lead {
  how: "even" | "slight" | "clear" | "winning";
  seat: number | null;
}

const STEPS = [
  [0.75, "winning"],
  [0.35, "clear"],
  [0.1, "slight"],
] as const; // the least leads of the best seat

/** The lead by the values of the seats; null if no value is known. */
export function leadOf(values: (number | null)[]): Lead | null {
  const known = values.flatMap((value, seat) => (value === null ? [] : [{ value, seat }]));
  const [first, second] = known.sort((one, other) => other.value - one.value);
  if (!first) return null;
  const lead = values.length === 2 || !second ? first.value : Math.min(1, first.value - second.value);
  const how = STEPS.find(([least]) => lead >= least)?.[1] ?? "even";
  return { how, seat: how === "even" ? null : first.seat };
}

function inOrder(analysis: Analysis | null): Judged[] {
  return Object.values(analysis?.moves ?? {}).sort((one, other) => one.number - other.number);
}

/** The moves that lost something worth a mark, in the order of the game. */
export function mistakesOf(analysis: Analysis | null): Judged[] {
  return inOrder(analysis).filter(({ mark }) => mark !== "");
}

/** The moves that threw away a win or a draw for certain, in the order of the game. */
export function turningPointsOf(analysis: Analysis | null): Judged[] {
  return inOrder(analysis).filter(({ threw }) => threw !== null);
}

/** How the game must end with best play from the position after so many moves; null if that is not certain. */
export function certaintyAt(analysis: Analysis | null, at: number): { winner: number | null } | null {
  const [before, after] = [analysis?.moves[at], analysis?.moves[at + 1]];
  const values = valuesAt(analysis, at);
  if (!(before?.settled || (!before && after?.proven)) || values.length !== 2) return null;
  const winner = values.indexOf(1);
  if (winner >= 0) return { winner };
  return values.every((value) => value === 0) ? { winner: null } : null;
}

/** The values of the seats move by move: before the first as the best play has it, then after each. */
export function courseOf(analysis: Analysis | null): { number: number; values: (number | null)[] }[] {
  const moves = inOrder(analysis);
  const [first] = moves;
  if (!first) return [];
  const others = first.values.length === 2 ? -first.value : null;
  const values = first.values.map((_, seat) => (seat === first.seat ? first.value : others));
  return [{ number: first.number - 1, values }, ...moves];
}

/** The values of the seats after so many moves: those of the last move that was judged; none where it has not come yet. */
export function valuesAt(analysis: Analysis | null, at: number): (number | null)[] {
  const course = courseOf(analysis);
  if (!analysis?.done && at > (course.at(-1)?.number ?? 0)) return [];
  return (course.filter(({ number }) => number <= at).at(-1) ?? course[0])?.values ?? [];
}

/** The arrows of a mistake: the better move, and the move played. */
export function arrowsOf(mistake: Judged | null): Arrow[] {
  if (!mistake) return [];
  return [
    { kind: "played", gesture: mistake.played },
    { kind: "better", gesture: mistake.better },
  ];
}
