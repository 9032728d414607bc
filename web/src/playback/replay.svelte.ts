/** Replay: the position on the board, the positions before it, and the changes between them. */
import { Film } from "./film.svelte";
import { change, type Change } from "../space/pieces";
import type { Description, TableEvent, Stage, Table } from "../protocol";
import { movesOf, type Move } from "./moves";

/** The game as the server has told it. */
export interface Told {
  readonly table: Table | null;
  readonly stage: Stage | null;
  readonly events: TableEvent[];
}

/** Where earlier positions, and the stage to show them on, come from. */
interface Source {
  /** Ask for so many positions from that after `at` events on; done when they have been added. */
  look(at: number, count: number): Promise<void>;
  staged(): Promise<void>;
  /** Whether the reader wants things to move. */
  moves(): boolean;
}

const PAGE = 16; // positions per request
const LOOK_BACK = 4; // moves among which the last that changed something on the board is looked for

export class Replay {
  viewing: number | null = $state(null); // the number of moves made in the position looked at; null for the game as it is
  aside: Description | null = $state.raw(null); // a position that is not part of the game
  showing: number | null = $state(null); // the event shown for a moment, on the way to the latest
  readonly film = new Film(() => this.source.moves());
  #drawings: Record<number, Description> = $state({}); // by the number of events before them

  constructor(
    private readonly told: Told,
    private readonly source: Source,
  ) {}

  moves: Move[] = $derived.by(() => movesOf(this.told.events));
  /** How many moves were made in the position looked at. */
  at: number = $derived.by(() => this.viewing ?? this.moves.length);
  /** The move that led to the position looked at. */
  lastMove: Move | null = $derived.by(() => this.moves[this.at - 1] ?? null);
  /** The game as it is. */
  latest: Description | null = $derived.by(() => this.told.table?.drawing ?? null);
  drawing: Description | null = $derived.by(() => {
    if (this.film.drawing ?? this.aside) return this.film.drawing ?? this.aside;
    if (this.viewing !== null) return this.#drawings[this.lastMove?.seq ?? 0] ?? this.latest;
    return this.shown;
  });
  /** The position that the game has reached on this display. */
  shown: Description | null = $derived.by(() =>
    this.showing !== null ? (this.#drawings[this.showing] ?? null) : this.latest,
  );
  /** The shelves and figures; a secret hand stays while the board shows an earlier step. */
  beside: Description | null = $derived.by(() =>
    this.viewing === null && this.latest?.secret === true && !this.film.open ? this.latest : this.drawing,
  );
  /** The effect of the last move that changed the board. */
  lastChange: Change | null = $derived.by(() => {
    if (this.film.open || this.aside) return null;
    const found = this.#acted(this.at).map((seq) => ({ seq, change: this.#changeBy(seq) }));
    const last = found.find(({ change }) => change !== null);
    const way = this.moves.find(({ seq }) => seq === last?.seq)?.said?.way ?? [];
    return last?.change ? { ...last.change, way } : null;
  });

  /** Look at the position after so many moves. */
  async view(moves: number): Promise<void> {
    const count = Math.max(0, Math.min(moves, this.moves.length));
    const seq = this.moves[count - 1]?.seq ?? 0;
    await this.#fetchPages(seq, ...this.#acted(count).flatMap((acted) => [acted, acted - 1]));
    this.aside = null;
    this.viewing = count === this.moves.length ? null : count;
  }

  /** Keep positions, the first of them that after `at` events. */
  add(at: number, drawings: Description[]): void {
    drawings.forEach((drawing, index) => (this.#drawings[at + index] = drawing));
  }

  /** A position that has been loaded, by the number of events before it. */
  known(seq: number): Description | null {
    return this.#drawings[seq] ?? null;
  }

  /** Get the positions that show the last move. */
  async findLastChange(): Promise<void> {
    await this.source.staged();
    for (const seq of this.#acted(this.moves.length)) {
      await this.#fetchBetween(seq - 1, seq);
      if (this.#changeBy(seq) !== null) return;
    }
  }

  /** Load the positions between two events, and their stage; false if some are missing. */
  async prepare(first: number, last: number): Promise<boolean> {
    await Promise.all([this.#fetchBetween(first, last), this.source.staged()]);
    return Array.from({ length: last - first + 1 }, (_, step) => first + step in this.#drawings).every(Boolean);
  }

  /** True if an event is known to have changed the board. */
  isSeen(seq: number): boolean {
    const told = (at: number): string => JSON.stringify([this.#drawings[at]?.pieces, this.#drawings[at]?.shown]);
    return told(seq) !== told(seq - 1);
  }

  /** The events of the last moves that seats made, of so many, the latest first; events of chance are shown by themselves. */
  #acted(count: number): number[] {
    const seats = this.told.table?.roles.length ?? 0;
    const made = this.moves.slice(0, count).filter(({ seat }) => seat !== null && seat < seats);
    const seqs = made.slice(-LOOK_BACK).map(({ seq }) => seq);
    return seqs.reverse();
  }

  /** The changes of an event on the board; null if there are no changes, or if the positions are not loaded. */
  #changeBy(seq: number): Change | null {
    const [before, after] = [this.#drawings[seq - 1], this.#drawings[seq]];
    return this.told.stage && before && after ? change(before, after, this.told.stage) : null;
  }

  /** Get earlier positions, whole pages of them, so that one can leaf through a game quickly. */
  async #fetchPages(...wanted: number[]): Promise<void> {
    const missing = wanted.filter((seq) => !(seq in this.#drawings));
    const pages = new Set(missing.map((seq) => seq - (seq % PAGE)));
    await Promise.all([...pages].map((at) => this.source.look(at, PAGE)));
  }

  /** Get just the positions from one event to another, those that are not known. */
  async #fetchBetween(first: number, last: number): Promise<void> {
    for (let at = first; at <= last; at += PAGE) {
      const count = Math.min(PAGE, last - at + 1);
      const known = Array.from({ length: count }, (_, step) => at + step in this.#drawings);
      if (!known.every(Boolean)) await this.source.look(at, count);
    }
  }
}
