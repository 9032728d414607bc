/** Touch by touch: what may follow what is touched, as the server says where the choices do not tell it. */
import { nextPlaces } from "./gestures";
import type { Choice } from "./choices";
import type { Place, Saying, Stage, Table, Touched } from "./protocol";

/** What it needs of a session. */
export interface Asking {
  readonly now: { readonly table: Table | null; readonly stage: Stage | null; touched: string[] };
  readonly acting: number | null;
  readonly choices: Choice[];
  /** What may follow these places, for the seat that is to act; null if the table has moved on. */
  follow(touched: string[]): Promise<Touched | null>;
  play(action: string, then: string[]): void;
  try(touched: string[]): void;
}

interface Answer {
  seq: number;
  touched: string[];
  places: Place[];
  sayings: Saying[];
}

const NOTHING: Omit<Answer, "seq" | "touched"> = { places: [], sayings: [] };

export class Touching {
  #first: Answer | null = $state.raw(null); // what may be touched first
  #last: Answer | null = $state.raw(null); // what may follow what is touched

  #line: Promise<void> = Promise.resolve(); // of touches: a quick hand touches on before the server has answered

  constructor(private readonly session: Asking) {}

  /** Whether the server is asked: the game wants it, or the choices are too many to be told. */
  active: boolean = $derived.by(() => {
    const { now, acting, choices } = this.session;
    return acting !== null && now.stage !== null && (now.stage.by_touch || choices.length === 0);
  });
  #now: Omit<Answer, "seq" | "touched"> = $derived.by(() => {
    const { touched, table } = this.session.now;
    if (!this.active) return NOTHING;
    const known = [this.#first, this.#last].find(
      (answer) => answer !== null && answer.seq === table?.seq && answer.touched.join() === touched.join(),
    );
    return known ?? NOTHING;
  });
  /** The places that may follow, as far as they are known. */
  places: Place[] = $derived.by(() => this.#now.places);
  /** What is to be known about what is touched. */
  sayings: Saying[] = $derived.by(() => this.#now.sayings);
  next: Set<string> = $derived.by(() => {
    const { choices, now } = this.session;
    if (this.places.length > 0) return new Set(this.places.filter(({ barred }) => !barred).map(({ name }) => name));
    return now.touched.length === 0 ? nextPlaces(choices, []) : new Set();
  });

  /** The table has changed: ask what may be touched first. */
  begin(): Promise<void> {
    return this.#queue(async () => {
      if (this.active && this.session.now.touched.length === 0) await this.#go([]);
    });
  }

  /** Touch a place; `held` tells whether something stands there. */
  touch(place: string, held: boolean): Promise<void> {
    return this.#queue(async () => {
      const { touched } = this.session.now;
      if (this.next.has(place)) await this.#go([...touched, place]);
      else if (this.places.some(({ name }) => name === place)) {
        this.session.try([...touched, place]); // it is barred, and what is touched stays
        this.session.now.touched = touched;
      } else if (touched.includes(place)) this.session.now.touched = [];
      else if (touched.length > 0 && this.#starts(place)) await this.#go([place]);
      else if (touched.length === 0 && held) await this.#go([place]);
      else this.session.try([...touched, place]);
    });
  }

  /** Drag from one place to another. */
  drag(from: string, to: string): Promise<void> {
    return this.#queue(async () => {
      if (!(await this.#go([from, to]))) this.session.try([from, to]);
    });
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#line = this.#line.then(work);
    return this.#line;
  }

  #starts(place: string): boolean {
    const { choices, now } = this.session;
    if (this.#first?.seq === now.table?.seq) return this.#first?.places.some(({ name }) => name === place) ?? false;
    return nextPlaces(choices, []).has(place);
  }

  /** Touch these places, and ask what may follow; whether anything does. */
  async #go(touched: string[]): Promise<boolean> {
    const { now } = this.session;
    const seq = now.table?.seq ?? 0;
    now.touched = touched;
    const answer = await this.session.follow(touched);
    if (answer === null || now.table?.seq !== seq || now.touched.join() !== touched.join()) return true;
    if (answer.touched.length > 0) now.touched = answer.touched;
    const found = { seq, touched: now.touched, places: answer.places, sayings: answer.sayings };
    if (touched.length === 0) this.#first = found;
    this.#last = found;
    const [action, ...then] = answer.actions;
    if (action !== undefined) this.session.play(action, then);
    return action !== undefined || answer.places.length > 0;
  }
}
