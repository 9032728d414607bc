/** State of placing: the item in hand to be laid, or the places picked before an item is chosen. */
import { leading, type Meaning } from "./gestures";
import { placeOf } from "../space/pieces";
import { covering, flipped, hold, outlined, placements, reached, turned, type Placement } from "./placing";
import type { Choice } from "./choices";
import type { Description, Stage } from "../protocol";

/** The part of a session that placing uses. */
export interface Laying {
  readonly now: { readonly stage: Stage | null; readonly touched: string[] };
  readonly acting: number | null;
  readonly choices: Choice[];
  readonly ways: Choice[]; // to lay the item in hand, among others
  readonly replay: { readonly drawing: Description | null };
}

export class Placing {
  picked: string[] = $state([]); // places of the board touched first, to see their uses
  aim: string | null = $state(null); // the place it is held over
  #fixed: string | null = $state(null); // the item that was put down over a place, to be laid by a second touch
  #form: string | null = $state(null); // as it was turned last
  #shift = $state(0); // how many of the ways over this place were passed over

  constructor(private readonly session: Laying) {}

  /** The item in hand, if it is one that is laid. */
  item: string | null = $derived.by(() => {
    const { stage, touched } = this.session.now;
    const [first] = touched;
    return stage && touched.length === 1 && first !== undefined && this.#isLaid(first) ? first : null;
  });
  /** Whether it lies where it would be laid, and waits to be touched again. */
  fixed: boolean = $derived.by(() => this.item !== null && this.#fixed === this.item && this.aim !== null);
  /** Every legal way to lay it. */
  all: Placement[] = $derived.by(() => {
    const { stage } = this.session.now;
    return stage && this.item !== null ? placements(stage, this.session.ways, this.item) : [];
  });
  /** All places that it can cover. */
  lit: Set<string> = $derived.by(() => new Set(this.all.flatMap(({ cells }) => cells)));
  #here: Placement[] = $derived.by(() => {
    const { stage } = this.session.now;
    if (!stage || this.aim === null) return [];
    const exact = covering(stage, this.all, [...this.picked.filter((place) => place !== this.aim), this.aim]);
    const found = exact.length > 0 ? exact : covering(stage, this.all, [this.aim]);
    const first = Math.max(
      found.findIndex(({ form }) => form === this.#form),
      0,
    );
    return [...found.slice(first), ...found.slice(0, first)]; // turning goes on from how it was turned last
  });
  /** How many legal ways there are over this place. */
  ways: number = $derived.by(() => this.#here.length);
  /** How it would lie now. */
  ghost: Placement | null = $derived.by(() => {
    const { stage } = this.session.now;
    if (!stage || this.item === null || this.aim === null) return null;
    const chosen = this.#here[this.#shift % Math.max(1, this.#here.length)];
    return chosen ?? hold(stage, this.item, this.form, this.aim);
  });

  /** The choices for the places picked, by the first place of the gesture. */
  offered: Map<string, Choice[]> = $derived.by(() => {
    const found = new Map<string, Choice[]>();
    for (const choice of this.picked.length > 0 ? this.#leading(this.picked) : []) {
      const start = choice.gesture[0] as string;
      found.set(start, [...(found.get(start) ?? []), choice]);
    }
    return found;
  });

  /** Whether the places picked are all that a choice needs. */
  completes(choice: Choice): boolean {
    const { stage } = this.session.now;
    return stage !== null && reached(stage, choice).length === this.picked.length;
  }

  /** The meaning of a touch, if it is more than a step of a gesture. */
  meant(place: string): Meaning | null {
    const { stage, touched } = this.session.now;
    const onBoard = stage !== null && placeOf(stage, place) !== undefined;
    if (this.item !== null && onBoard) return this.#lay(place);
    if (this.offered.has(place)) return this.#take(place);
    if (onBoard && touched.length === 0 && this.#pick(place)) return { kind: "touched", touched: [] };
    this.picked = [];
    return this.#mayHold(place) ? { kind: "touched", touched: touched.includes(place) ? [] : [place] } : null;
  }

  #isLaid(place: string): boolean {
    return Object.keys(this.session.now.stage?.items[place]?.forms ?? {}).length > 0;
  }

  /** Whether an item can be taken in hand to be laid, if perhaps nowhere just now. */
  #mayHold(place: string): boolean {
    const { choices, replay, now } = this.session;
    const things = Object.values(replay.drawing?.shelves ?? {}).flat(2);
    const left = things.some(({ item, count }) => item === place && (count ?? 1) > 0);
    const laying = choices.some(({ gesture }) => gesture.length === 3 && this.#isLaid(gesture[0] ?? ""));
    return this.#isLaid(place) && left && laying && now.touched.every((touched) => this.#isLaid(touched));
  }

  #leading(places: string[]): Choice[] {
    const { stage } = this.session.now;
    return stage ? leading(this.session.choices, stage.points, places, (choice) => reached(stage, choice)) : [];
  }

  /** Pick a place of the board, or let it go; false if nothing can be done with it. */
  #pick(place: string): boolean {
    if (this.session.choices.some(({ gesture }) => gesture[0] === place)) return false;
    const wanted = this.picked.includes(place) ? this.picked.filter((each) => each !== place) : [...this.picked, place];
    const fits = wanted.length === 0 || this.#leading(wanted).length > 0;
    if (!fits && this.#leading([place]).length === 0) return false;
    this.picked = fits ? wanted : [place];
    return true;
  }

  /** Take an offer for the places picked: play it immediately if it is complete, else take the item in hand. */
  #take(place: string): Meaning {
    const exact = (this.offered.get(place) ?? []).filter((choice) => this.completes(choice));
    if (exact.length === 1 && exact[0]) return { kind: "play", action: exact[0].action };
    this.over(this.picked.at(-1) ?? null);
    return { kind: "touched", touched: [place] };
  }

  #lay(place: string): Meaning {
    this.over(place);
    if (this.ghost?.choice) return { kind: "play", action: this.ghost.choice.action };
    return { kind: "try", touched: [this.item ?? "", this.ghost?.form ?? this.form, this.ghost?.anchor ?? place] };
  }

  /** The seat that would lay it. */
  get seat(): number | null {
    return this.session.acting;
  }

  /** The form as it would lie where nothing fits. */
  get form(): string {
    const forms = this.session.now.stage?.items[this.item ?? ""]?.forms ?? {};
    return this.#form !== null && this.#form in forms ? this.#form : (Object.keys(forms)[0] ?? "");
  }

  /** Hold it over a place. */
  over(place: string | null): void {
    if (place === null || place === this.aim || this.fixed) return;
    if (this.ghost?.choice) this.#form = this.ghost.form;
    this.aim = place;
    this.#shift = 0;
  }

  /** A touch first shows how it would lie, and a second touch there lays it; whether it lies legally by now. */
  fix(place: string): boolean {
    this.#fixed = null;
    this.over(place);
    if (this.ghost?.choice) this.#fixed = this.item;
    return this.fixed;
  }

  /** The next legal way over this place; where there is none, a quarter to the right (or to the left). */
  turn(by = 1): void {
    const [count, item] = [this.#here.length, this.session.now.stage?.items[this.item ?? ""]];
    if (!item) return;
    if (count > 0) this.#shift = (this.#shift + by + count) % count;
    else this.#form = turned(item, this.form, by);
  }

  /** The mirrored way over this place, if it is legal; where nothing is, the mirrored form. */
  flip(): void {
    const item = this.session.now.stage?.items[this.item ?? ""];
    if (!item || !this.ghost || !outlined(item)) return;
    const mirrored = flipped(item, this.ghost.form);
    const found = this.#here.findIndex(({ form }) => form === mirrored);
    if (found >= 0) this.#shift = found;
    else if (this.#here.length > 0) this.turn();
    else this.#form = mirrored;
  }

  /** Whether a key turns or flips the item in hand. */
  press(key: string): boolean {
    if (this.item === null) return false;
    if (key === "r" || key === "R") this.turn(key === "r" ? 1 : -1);
    else if (key === "f") this.flip();
    else return false;
    return true;
  }

  /** Put everything down. */
  drop(): void {
    this.picked = [];
    this.aim = this.#form = this.#fixed = null;
    this.#shift = 0;
  }
}
