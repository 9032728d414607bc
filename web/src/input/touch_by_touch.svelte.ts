/** Touch-by-touch input: after each touch the server lists the places that may follow. */
import { nextPlaces } from "./gestures";
import { unpack, type Choice } from "./choices";
import type { Foreseen, Place, Saying, Stage, Touched } from "../protocol";

/** The part of a session that touch-by-touch input uses. */
interface Asking {
  readonly now: { readonly stage: Stage | null; readonly seen: number; touched: string[] };
  readonly hand: number | null; // the seat for which something is touched
  readonly choices: Choice[];
  /** The places that may follow these, for the seat to act; null if the table has moved on. */
  follow(touched: string[]): Promise<Touched | null>;
  propose(action: string, then: string[]): void;
  try(touched: string[]): void;
}

interface Answer {
  seen: number; // the last event that had shown us something
  seat: number | null;
  touched: string[];
  places: Place[];
  sayings: Saying[];
  foreseen: Foreseen | null;
  ways: Choice[];
}

type Offer = Pick<Answer, "places" | "sayings" | "foreseen" | "ways">;

const NOTHING: Offer = { places: [], sayings: [], foreseen: null, ways: [] };

export class TouchByTouch {
  #first: Answer | null = $state.raw(null); // the places that may be touched first
  #last: Answer | null = $state.raw(null); // the places that may follow the touched ones

  #waits = $state(false); // for an answer: until then the old offer stays in sight
  #line: Promise<void> = Promise.resolve(); // of touches: a quick hand touches on before the server has answered

  constructor(private readonly session: Asking) {}

  /** True if the server must be asked: the game requires it, or there are too many choices to send. */
  active: boolean = $derived.by(() => {
    const { now, hand, choices } = this.session;
    return hand !== null && now.stage !== null && (now.stage.by_touch || choices.length === 0);
  });
  #now: Offer = $derived.by(() => {
    const { touched } = this.session.now;
    if (!this.active) return NOTHING;
    const known = [this.#first, this.#last].find(
      (answer) => answer !== null && this.#holds(answer) && answer.touched.join() === touched.join(),
    );
    return known ?? (this.#waits && this.#last && this.#holds(this.#last) ? this.#last : NOTHING);
  });
  /** The known places that may follow. */
  places: Place[] = $derived.by(() => this.#now.places);
  /** Texts about the touched places. */
  sayings: Saying[] = $derived.by(() => this.#now.sayings);
  /** The effects of the touches on the position. */
  foreseen: Foreseen | null = $derived.by(() => this.#now.foreseen);
  /** The ways to lay the touched item. */
  ways: Choice[] = $derived.by(() => this.#now.ways);
  next: Set<string> = $derived.by(() => {
    const { choices, now } = this.session;
    if (this.places.length > 0) return new Set(this.places.filter(({ barred }) => !barred).map(({ name }) => name));
    return now.touched.length === 0 ? nextPlaces(choices, []) : new Set();
  });

  /** True if the first places have not been requested yet, as during a playback. */
  unasked: boolean = $derived.by(
    () => this.active && this.session.now.touched.length === 0 && !(this.#first && this.#holds(this.#first)),
  );

  /** Ask for the first places, unless they are known. */
  begin(): Promise<void> {
    return this.#queue(async () => {
      if (this.unasked) await this.#go([]);
    });
  }

  /** Touch a place; `held` tells whether something stands there. */
  touch(place: string, held: boolean): Promise<void> {
    return this.#queue(async () => {
      const { touched } = this.session.now;
      if (this.next.has(place)) await this.#go([...touched, place]);
      else if (this.places.some(({ name }) => name === place)) {
        this.session.try([...touched, place]); // it is barred, and the touches stay
        this.session.now.touched = touched;
      } else if (touched.includes(place)) this.session.now.touched = [];
      else if (touched.length > 0 && this.#starts(place)) await this.#go([place]);
      else if (touched.length === 0 && held && (await this.#go([place]))) return;
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

  /** Whether an answer is still about the current decision. */
  #holds(answer: Answer): boolean {
    return answer.seen === this.session.now.seen && answer.seat === this.session.hand;
  }

  #starts(place: string): boolean {
    const { choices } = this.session;
    if (this.#first && this.#holds(this.#first)) return this.#first.places.some(({ name }) => name === place);
    return nextPlaces(choices, []).has(place);
  }

  /** Touch these places, and ask for the next ones; whether there are any. */
  async #go(touched: string[]): Promise<boolean> {
    const { now, hand: seat } = this.session;
    const { seen } = now;
    now.touched = touched;
    this.#waits = touched.length > 1;
    const answer = await this.session.follow(touched);
    this.#waits = false;
    if (answer === null || !this.#holds({ seen, seat, touched, ...NOTHING })) return true;
    if (now.touched.join() !== touched.join()) return true;
    if (answer.touched.length > 0) now.touched = answer.touched;
    const { places, sayings, foreseen } = answer;
    const found = { seen, seat, touched: now.touched, places, sayings, foreseen, ways: answer.ways.map(unpack) };
    if (touched.length === 0) this.#first = found;
    this.#last = found;
    const [action, ...then] = answer.actions;
    if (action !== undefined) this.session.propose(action, then);
    return action !== undefined || answer.places.length > 0;
  }
}
