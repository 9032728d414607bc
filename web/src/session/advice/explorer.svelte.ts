/** Explorer: values of all moves from solved tables, in the current position and on side lines. */
import type { Choice } from "../../input/choices";
import { nextPlaces, touch } from "../../input/gestures";
import type { Explore, Explored, RatedMove, ToClient } from "../../protocol";
import type { Replay } from "../../playback/replay.svelte";
import type { Announcer } from "../announcer.svelte";

/** The part of a session that the explorer uses. */
export interface Explorable {
  readonly now: { touched: string[]; pointed: string[] };
  readonly replay: Replay;
  readonly announcer: Announcer;
  readonly acting: number | null;
  ask(question: Omit<Explore, "id">): Promise<ToClient>;
}

export class Explorer {
  open = $state(false);
  line: string[] = $state.raw([]); // moves of a side line from the current position
  told: Explored | null = $state.raw(null);
  #asked = 0;

  constructor(private readonly session: Explorable) {}

  moves: RatedMove[] = $derived.by(() => (this.open ? (this.told?.moves ?? []) : []));
  choices: Choice[] = $derived.by(() => this.moves.map((move) => ({ ...move, preview: {} })));
  next: Set<string> = $derived.by(() => nextPlaces(this.choices, this.session.now.touched));
  /** The moves that begin with the touches. */
  shown: RatedMove[] = $derived.by(() => {
    const { touched } = this.session.now;
    return this.moves.filter(({ gesture }) => touched.every((place, index) => gesture[index] === place));
  });

  /** Look at the position of the game that is shown. */
  start(): Promise<void> {
    return this.follow([]);
  }

  close(): void {
    this.open = false;
    this.#asked += 1;
    this.told = null;
    this.line = [];
    this.session.replay.aside = null;
    this.#drop();
  }

  /** Make a move that is not part of the game. */
  go(action: string): Promise<void> {
    return this.follow([...this.line, action]);
  }

  back(): Promise<void> {
    return this.follow(this.line.slice(0, -1));
  }

  /** Ask about the position after a line; only the last request counts. */
  async follow(line: string[]): Promise<void> {
    const { replay, announcer } = this.session;
    const number = (this.#asked += 1);
    this.#drop();
    const answer = await this.session.ask({ type: "explore", at: replay.lastMove?.seq ?? 0, line });
    if (number !== this.#asked) return;
    if (answer.type === "explored") {
      this.told = answer;
      this.line = line;
      replay.aside = line.length > 0 ? answer.drawing : null;
    } else if (answer.type === "failed") announcer.tell("failed", answer.text);
  }

  /** True if a touch was for the explorer, which makes moves of side lines while no seat is to act. */
  touch(place: string): boolean {
    if (!this.open || this.session.acting !== null) return false;
    const meaning = touch(this.choices, this.session.now.touched, place, false);
    if (meaning.kind === "play") void this.go(meaning.action);
    else this.session.now.touched = meaning.kind === "touched" ? meaning.touched : [];
    return true;
  }

  #drop(): void {
    this.session.now.touched = [];
    this.session.now.pointed = [];
  }
}
