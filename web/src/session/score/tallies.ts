/** Tallies of a game: numbers per seat and for all, from the stage and the position. */
import type { Description, Stage, Tally } from "../../protocol";

export interface Counted {
  tally: Tally;
  count: number;
  of: number | null;
}

type Counts = NonNullable<Description["counts"]>;

function one(counts: Counts, name: string, seat: number | null): number | null {
  const found = counts[name];
  if (Array.isArray(found)) return seat === null ? null : (found[seat] ?? null);
  return found ?? null;
}

/** The numbers of a seat, or with null those that belong to none. */
export function countsOf(stage: Pick<Stage, "tallies">, counts: Counts, seat: number | null): Counted[] {
  return stage.tallies.flatMap((tally) => {
    const bySeat = Array.isArray(counts[tally.count]);
    if (bySeat ? seat === null : tally.seat !== seat) return [];
    const count = one(counts, tally.count, seat);
    const of = typeof tally.of === "string" ? one(counts, tally.of, seat) : tally.of;
    return count === null ? [] : [{ tally, count, of }];
  });
}

/** The numbers of a result: those of a seat, and of its best opponent. */
export function resultOf(
  stage: Pick<Stage, "tallies">,
  counts: Counts,
  seat: number,
  winners: number[],
): [number, number] | null {
  const tally = stage.tallies.find(({ decides }) => decides);
  const found = tally && counts[tally.count];
  return Array.isArray(found) ? scoreOf(found, seat, winners) : null;
}

/** The number of a seat, and the best of those it won or lost against; of all others in a draw. */
export function scoreOf(found: number[], seat: number, winners: number[]): [number, number] | null {
  const won = (other: number): boolean => winners.includes(other);
  const others = found.filter((_, other) => (winners.length === 0 ? other !== seat : won(other) !== won(seat)));
  return others.length > 0 ? [found[seat] ?? 0, Math.max(...others)] : null;
}
