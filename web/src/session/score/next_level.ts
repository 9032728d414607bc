/** Next level: after a win against computers of one level, the same game against the level above. */
import { LEVELS } from "../../app/seating";
import type { PlayerWanted, Table } from "../../protocol";

export type Finished = Pick<Table, "end" | "game" | "mine" | "players" | "series" | "title">;

/** The level above that of the computers that were beaten; null where they differ or there is none. */
export function levelAbove({ end, mine, players, series }: Finished): number | null {
  const [own] = mine;
  const rivals = players.filter((_, seat) => seat !== own);
  if (mine.length !== 1 || own === undefined || series !== null) return null;
  const won = end !== null && end.winners.includes(own) && end.winners.length < players.length;
  const levels = rivals.map(({ kind, engine, level }) => (kind === "computer" && engine === null ? (level ?? 0) : 0));
  const [level = 0] = new Set(levels).size === 1 ? levels : [];
  return won && LEVELS.includes(level) && LEVELS.includes(level + 1) ? level + 1 : null;
}

/** The players of a game against that level, on the same seats. */
export function playersAt({ mine, players }: Finished, level: number): PlayerWanted[] {
  return players.map(({ name, coached }, seat) =>
    mine.includes(seat) ? { kind: "here", name, ...(coached ? { coached } : {}) } : { kind: "computer", level },
  );
}
