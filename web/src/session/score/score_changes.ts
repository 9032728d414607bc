/** Score changes between two positions: by how much the numbers of the players change, and the causes that the positions name. */
import type { Description, Saying, Stage } from "../../protocol";
import { countsOf } from "./tallies";

/** A cause, and by how much it changes the number of some seats. */
export interface ScoreChange {
  cause: Saying | Count;
  by: [seat: number, amount: number][];
}

/** A number that explains itself, such as "3 goats captured". */
export interface Count {
  tally: string;
  count: number;
  of: number | null;
}

/** The changes line by line of the score sheet; where there is none, those of the tallies. */
export function scoreChanges(before: Description, after: Description, stage: Pick<Stage, "tallies">): ScoreChange[] {
  return after.sheet?.length ? changesOfSheets(before, after) : changesOfTallies(before, after, stage);
}

function changesOfSheets(before: Description, after: Description): ScoreChange[] {
  const changes = new Map<string, ScoreChange>();
  (after.sheet ?? []).forEach(({ lines }, seat) => {
    const old = before.sheet?.[seat]?.lines ?? [];
    for (const say of new Set([...old, ...lines].map(({ saying }) => saying.say))) {
      const [gone, now] = [old, lines].map((all) => all.filter(({ saying }) => saying.say === say)) as [
        typeof lines,
        typeof lines,
      ];
      const amount = sum(now) - sum(gone);
      if (amount === 0) continue;
      const known = new Set(gone.map((line) => JSON.stringify(line)));
      const fresh = now.find((line) => !known.has(JSON.stringify(line))) ?? now[0] ?? gone[0];
      if (!fresh) continue;
      const found = changes.get(say);
      found?.by.push([seat, amount]);
      if (!found) changes.set(say, { cause: fresh.saying, by: [[seat, amount]] });
      else if (amount > 0) found.cause = fresh.saying; // in the words of the player who gains
    }
  });
  return [...changes.values()];
}

function sum(lines: { worth: number }[]): number {
  return lines.reduce((total, { worth }) => total + worth, 0);
}

function changesOfTallies(before: Description, after: Description, stage: Pick<Stage, "tallies">): ScoreChange[] {
  const seats = Math.max(
    0,
    ...Object.values(after.counts ?? {}).map((count) => (Array.isArray(count) ? count.length : 2)),
  );
  return Array.from({ length: seats }, (_, seat) => seat).flatMap((seat) => {
    const old = countsOf(stage, before.counts ?? {}, seat);
    return countsOf(stage, after.counts ?? {}, seat).flatMap(({ tally, count, of }): ScoreChange[] => {
      const amount = count - (old.find((each) => each.tally.count === tally.count)?.count ?? count);
      return amount === 0 ? [] : [{ cause: { tally: tally.name, count, of }, by: [[seat, amount]] }];
    });
  });
}
