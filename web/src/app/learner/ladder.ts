/** Level of the computer in each game, kept in this browser: it rises after two wins and falls after three losses. */
import type { Table } from "../../protocol";
import { LEVELS } from "../seating";
import { settings } from "../settings.svelte";
import { keepAtAllPorts, recallAtAllPorts } from "../storage";

const KEY = "naadam.levels";
const WINS = 2; // in a row, for the level above
const LOSSES = 3; // in a row, for the level below

/** The level of a game; wins in a row there, or losses if negative; and the level before, if it changed by itself. */
export interface Rung {
  level: number;
  run: number;
  before: number | null;
}

export type Finished = Pick<Table, "end" | "game" | "mine" | "players">;

function isLevel(value: unknown): value is number {
  return LEVELS.includes(value as number);
}

function isRung(value: unknown): value is Rung {
  const { level, run, before } = (value ?? {}) as Record<string, unknown>;
  return isLevel(level) && Number.isInteger(run) && (before === null || isLevel(before));
}

function rungs(): Record<string, Rung> {
  const kept = Object.entries(recallAtAllPorts(KEY) ?? {}) as [string, unknown][];
  return Object.fromEntries(kept.filter((entry): entry is [string, Rung] => isRung(entry[1])));
}

function keepRung(game: string, rung: Rung): void {
  keepAtAllPorts(KEY, { ...rungs(), [game]: rung });
}

/** The rung of a game; null if its level is that of the settings. */
export function rungOf(game: string): Rung | null {
  return settings.rising ? (rungs()[game] ?? null) : null;
}

/** The level to begin with in a game. */
export function levelFor(game: string): number {
  return rungOf(game)?.level ?? settings.level;
}

/** A level was chosen by hand. */
export function chooseLevel(game: string, level: number): void {
  settings.level = level;
  if (settings.rising && rungs()[game]?.level !== level) keepRung(game, { level, run: 0, before: null });
}

/** The rung after a game at a level; a game at another level begins a new run there. */
export function rungAfter(rung: Rung | null, level: number, won: boolean): Rung {
  const same = rung?.level === level ? rung : { level, run: 0, before: null };
  const run = won ? Math.max(same.run, 0) + 1 : Math.min(same.run, 0) - 1;
  if (run >= WINS && isLevel(level + 1)) return { level: level + 1, run: 0, before: level };
  if (run <= -LOSSES && isLevel(level - 1)) return { level: level - 1, run: 0, before: level };
  return { ...same, run };
}

/** The level of the computers against which one person won or lost; null for other games, and for a draw. */
export function resultOf({ end, mine, players }: Finished): { level: number; won: boolean } | null {
  const [own] = mine;
  const rivals = players.filter((_, seat) => seat !== own);
  const level = rivals[0]?.level ?? null;
  if (end === null || mine.length !== 1 || own === undefined || level === null) return null;
  if (rivals.some((rival) => rival.kind !== "computer" || rival.level !== level)) return null;
  const drawn = end.winners.length === 0 || end.winners.length === players.length;
  return isLevel(level) && !drawn ? { level, won: end.winners.includes(own) } : null;
}

/** Count the result of a game that has just ended. */
export function countResult(table: Finished): void {
  const result = settings.rising ? resultOf(table) : null;
  if (result === null) return;
  const game = table.game.split(":")[0] ?? "";
  keepRung(game, rungAfter(rungs()[game] ?? null, result.level, result.won));
}
