/** News of the score: changes by the last moves, in words and as numbers per seat. */
import { fill, t } from "../../app/texts.svelte";
import type { Description } from "../../protocol";
import type { Names, Told } from "../names";
import { scoreChanges, type ScoreChange } from "./score_changes";

export function signed(amount: number): string {
  return amount < 0 ? `−${-amount}` : `+${amount}`;
}

export class ScoreNews {
  text = $state("");
  by: Record<number, number> = $state({}); // the sum of the changes of each seat, those without change left out

  constructor(
    private readonly told: Told,
    private readonly names: Names,
  ) {}

  /** Compare two positions; returns the sentence, empty if no number has changed. */
  compare(before: Description | null, after: Description | null): string {
    const { stage } = this.told;
    const changes = before && after && stage ? scoreChanges(before, after, stage) : [];
    this.by = {};
    for (const { by } of changes) for (const [seat, amount] of by) this.by[seat] = (this.by[seat] ?? 0) + amount;
    this.text = changes.map((change) => this.#say(change)).join(" · ");
    return this.text;
  }

  #say({ cause, by }: ScoreChange): string {
    const players = by.map(([seat, amount]) => `${this.#nameOf(seat)} ${signed(amount)}`).join(", ");
    return t("told.score", { players, cause: "say" in cause ? this.names.say(cause) : this.#count(cause) });
  }

  #count({ tally, count, of }: { tally: string; count: number; of: number | null }): string {
    return `${of === null ? count : `${count}/${of}`} ${fill(tally, { count })}`;
  }

  #nameOf(seat: number): string {
    const { mine = [] } = this.told.table ?? {};
    return mine.length === 1 && mine[0] === seat ? t("told.you") : this.names.roleOf(seat);
  }
}
