/** Next level: after a win against one computer, the same game against the level above. */
import { LEVELS } from "../../app/seating";
import type { PlayerWanted, Table } from "../../protocol";

export type Finished = Pick<Table, "end" | "game" | "mine" | "players" | "series" | "title">;

/** The level above that of the computer that was beaten; null where there is none. */
export function levelAbove({ end, mine, players, series }: Finished): number | null {
  const [own] = mine;
  const rivals = players.filter((_, seat) => seat !== own);
  const [rival] = rivals;
  if (mine.length !== 1 || own === undefined || rivals.length !== 1 || series !== null) return null;
  const won = end !== null && end.winners.includes(own) && end.winners.length < players.length;
  const level = rival?.kind === "computer" && rival.engine === null ? (rival.level ?? 0) : 0;
  return won && LEVELS.includes(level) && LEVELS.includes(level + 1) ? level + 1 : null;
}

/** The players of a game against that level, on the same seats. */
export function playersAt({ mine, players }: Finished, level: number): PlayerWanted[] {
  return players.map(({ name, coached }, seat) =>
    mine.includes(seat) ? { kind: "here", name, ...(coached ? { coached } : {}) } : { kind: "computer", level },
  );
}
