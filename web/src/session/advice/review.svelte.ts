/** Review of an analysed game: the mistake at the current position, and the better move. */
import type { Arrow } from "../../board/arrows";
import type { Names } from "../names";
import type { Analysed, Judged } from "../../protocol";
import type { Replay } from "../../playback/replay.svelte";
import { arrowsOf, type Analysis } from "./review";
import { t } from "../../app/texts.svelte";

/** The part of a session that the review uses. */
interface Reviewed {
  readonly now: { analysis: Analysis | null };
  readonly names: Names;
  readonly replay: Replay;
  readonly storyRequests: { vary(number: number): Promise<void> };
  view(moves: number): Promise<void>;
}

export class Review {
  constructor(
    private readonly session: Reviewed,
    private readonly ask: () => void, // the server for an analysis
  ) {}

  asked = false; // true after the player has requested an analysis

  /** The mistake that the position looked at led to. */
  mistake: Judged | null = $derived.by(() => {
    const next = this.session.now.analysis?.moves[this.session.replay.at + 1];
    return next?.mark ? next : null;
  });
  arrows: Arrow[] = $derived.by(() => (this.session.replay.film.open ? [] : arrowsOf(this.mistake)));

  /** Have every move of the game thought about, now that it is over. */
  analyse(): void {
    this.asked = this.session.now.analysis === null;
    this.session.now.analysis ??= { moves: {}, done: false };
    this.ask();
  }

  hear(message: Analysed): void {
    const { now } = this.session;
    const moves = now.analysis?.moves ?? {};
    for (const move of message.moves) moves[move.number] = move;
    now.analysis = { moves, done: message.done || (now.analysis?.done ?? false) };
  }

  /** The certain loss by a move, in words. */
  lossOf({ number, seat, threw }: Judged): string {
    return t(`analysis.threw-${threw ?? "win"}`, { number, name: this.session.names.roleOf(seat) });
  }

  /** A move that was judged, in words; hidden moves stay so. */
  wordsOf({ number, seat }: Judged): string {
    const action = this.session.replay.moves[number - 1]?.said?.words;
    const values = { number, name: this.session.names.roleOf(seat) };
    return action ? t("analysis.played", { ...values, action }) : t("analysis.played-hidden", values);
  }

  /** Show the line after the better move, from the position before a mistake. */
  async vary(number: number): Promise<void> {
    await this.session.view(number - 1);
    await this.session.storyRequests.vary(number);
  }
}
