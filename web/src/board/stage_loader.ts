/** Loader of stages: the stage of the scene on the board, in the selected language. */
import type { Stage, Table } from "../protocol";
import { getStage } from "../net/api";
import { settings } from "../app/settings.svelte";

const FIRST_WAIT = 500; // milliseconds before a stage that did not come is asked for again
const LONGEST_WAIT = 15_000;

export class StageLoader {
  /** Done when the stage that was asked for last is there. */
  staged: Promise<void> = Promise.resolve();
  #scene: string | null = null; // of the stage that is shown, or will be
  #asked = 0; // how many stages were asked for: only the last is wanted
  #again: () => void = () => undefined; // ends the wait before one is asked for again

  constructor(private readonly now: { readonly table: Table | null; stage: Stage | null }) {}

  /** Show the stage of a scene, if it is not the one that is shown, or `anew`. */
  dress(scene: string, anew = false): Promise<void> {
    const { table } = this.now;
    if (!table || (this.#scene === scene && !anew)) return this.staged;
    this.#scene = scene;
    this.staged = this.#fetch(table.game, scene, ++this.#asked);
    this.#again(); // a caller that waits for an older stage now waits for this one
    return this.staged;
  }

  /** Ask now for a stage that did not come: there is a connection. */
  retry(): void {
    this.#again();
  }

  close(): void {
    this.#asked += 1;
    this.staged = Promise.resolve();
    this.#again();
  }

  /** Get a stage, however often it must be asked for; if another is wanted by then, that one. */
  async #fetch(game: string, scene: string, number: number): Promise<void> {
    for (let wait = FIRST_WAIT; number === this.#asked; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      const stage = await getStage(game, settings.language, settings, scene).catch(() => null);
      if (number !== this.#asked) break;
      if (stage !== null) {
        this.now.stage = stage;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#again = resolve;
        setTimeout(resolve, wait);
      });
    }
    return this.staged;
  }
}
