/** Looking back at a game with its analysis: the mistake that a position led to, and what was better. */
import type { Names } from "./names";
import type { Judged } from "./protocol";
import type { Replay } from "./replay.svelte";
import { arrowsOf, type Analysis, type Arrow } from "./review";
import { t } from "./texts.svelte";

/** What it needs of a session. */
export interface Reviewed {
  readonly now: { readonly analysis: Analysis | null };
  readonly names: Names;
  readonly replay: Replay;
  readonly stories: { vary(number: number): Promise<void> };
  view(moves: number): Promise<void>;
}

export class Review {
  constructor(private readonly session: Reviewed) {}

  /** The mistake that the position looked at led to. */
  mistake: Judged | null = $derived.by(() => {
    const next = this.session.now.analysis?.moves[this.session.replay.at + 1];
    return next?.mark ? next : null;
  });
  arrows: Arrow[] = $derived.by(() => (this.session.replay.film.open ? [] : arrowsOf(this.mistake)));

  /** A move that was judged, in words; what was hidden stays so. */
  wordsOf({ number, seat }: Judged): string {
    const action = this.session.replay.moves[number - 1]?.said?.words;
    const values = { number, name: this.session.names.roleOf(seat) };
    return action ? t("analysis.played", { ...values, action }) : t("analysis.played-hidden", values);
  }

  /** Show what would have followed the better move, from the position before a mistake. */
  async vary(number: number): Promise<void> {
    await this.session.view(number - 1);
    await this.session.stories.vary(number);
  }
}
