/** Solved tables of a variant: available on the server or not, and the progress of building them. */
import type { SolvedInfo } from "../protocol";
import { getSolved, solve } from "../net/api";
import { settings } from "./settings.svelte";
import { reasonOf } from "./texts.svelte";

const EVERY = 1_000; // milliseconds between two looks at the progress

export class Solved {
  info: SolvedInfo | null = $state.raw(null);
  trouble = $state("");
  #spec = "";
  #timer: number | undefined;

  /** Whether there are tables, at least of the movement phase. */
  there: boolean = $derived.by(() => this.info?.movement?.there ?? false);

  /** Ask which tables of a variant there are. */
  async look(spec: string): Promise<void> {
    window.clearTimeout(this.#timer);
    if (spec !== this.#spec) this.info = null;
    this.#spec = spec;
    try {
      this.#hear(spec, await getSolved(spec, settings.language));
    } catch (error) {
      this.trouble = reasonOf(error);
    }
  }

  /** Have the movement phase solved. */
  async build(): Promise<void> {
    const spec = this.#spec;
    this.trouble = "";
    try {
      this.#hear(spec, await solve(spec, settings.language));
    } catch (error) {
      this.trouble = reasonOf(error);
    }
  }

  close(): void {
    this.#spec = "";
    window.clearTimeout(this.#timer);
  }

  #hear(spec: string, info: SolvedInfo): void {
    if (spec !== this.#spec) return; // another variant was chosen meanwhile
    this.info = info;
    window.clearTimeout(this.#timer);
    if (info.building !== null) this.#timer = window.setTimeout(() => void this.look(spec), EVERY);
  }
}
