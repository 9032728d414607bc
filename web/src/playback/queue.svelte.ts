/** Queue of steps to be shown one after the other, at the selected speed. */
import { tick } from "svelte";

export interface Step {
  /** Whether all that it shows is known; if not, it is requested. */
  ready: () => boolean;
  /** Show the step; returns for how many milliseconds it stays before the next. */
  show: () => number;
}

/** A clock and an alarm: those of the page, or of a test. */
export interface Watch {
  now: () => number;
  after: (milliseconds: number, work: () => void) => number;
  cancel: (alarm: number) => void;
}

export const PAGE: Watch = {
  now: () => performance.now(),
  after: (milliseconds, work) => window.setTimeout(work, milliseconds),
  cancel: (alarm) => window.clearTimeout(alarm),
};

export class Queue {
  paused = $state(false);
  /** How many steps are still to be shown. */
  left = $state(0);
  #steps: Step[] = [];
  #free = 0; // when the step that is shown has been seen
  #until = Infinity; // the deadline for all steps, because a player's clock runs
  #alarm: number | undefined;
  #closed = false;

  constructor(private readonly watch: Watch = PAGE) {}

  /** Whether something is still to be shown, and is on its way. */
  busy: boolean = $derived.by(() => this.left > 0);

  /** Show these after all others, in no more than so many milliseconds for all that wait. */
  add(steps: Step[], within = Infinity): void {
    if (this.#closed) return;
    this.#steps.push(...steps);
    this.#until = this.watch.now() + within;
    this.#free = Math.min(this.#free, this.watch.now() + this.#share());
    this.go();
  }

  /** Show the steps that are ready. */
  go(): void {
    if (this.#alarm !== undefined) this.watch.cancel(this.#alarm);
    this.#alarm = undefined;
    while (this.#steps[0]?.ready() === true && !this.paused) {
      const wait = this.#free - this.watch.now();
      if (wait > 0) {
        this.#alarm = this.watch.after(wait, () => this.go());
        break;
      }
      this.#showNext();
    }
    this.left = this.#steps.length;
  }

  /** Show all remaining steps immediately. */
  skip(): void {
    while (this.#steps.length > 0) this.#showNext();
    this.rest();
    this.go();
  }

  /** The step that is shown has been seen: the next need not wait. */
  rest(): void {
    this.#free = 0;
  }

  /** Show one step, then pause. */
  step(): void {
    this.paused = true;
    if (this.#steps[0]?.ready() === true) this.#showNext();
    this.go();
  }

  pause(paused: boolean): void {
    this.paused = paused;
    this.go();
  }

  close(): void {
    this.#closed = true;
    this.#steps = [];
    this.go();
  }

  #showNext(): void {
    const wanted = this.#steps.shift()?.show() ?? 0;
    const lasts = Math.min(wanted, this.#share());
    const free = (this.#free = this.watch.now() + lasts);
    void tick().then(() => {
      if (this.#free !== free) return; // a skip or a shorter deadline has come first
      this.#free = this.watch.now() + Math.min(lasts, this.#share()); // it is seen from now on: a busy machine draws late
    });
  }

  /** The milliseconds that the step that is shown may last, so that there is as much for each that waits. */
  #share(): number {
    return (this.#until - this.watch.now()) / (this.#steps.length + 1);
  }
}
