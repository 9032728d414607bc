/** The stage of a table: the one of the scene that is looked at, in the language of the reader. */
import type { Stage, Table } from "./protocol";
import { getStage } from "./server";
import { settings } from "./settings.svelte";

export class Staging {
  /** Done when the stage that was asked for last is there. */
  staged: Promise<void> = Promise.resolve();
  #scene: string | null = null; // of the stage that is shown, or will be

  constructor(private readonly now: { readonly table: Table | null; stage: Stage | null }) {}

  /** Show the stage of a scene, if it is not the one that is shown, or `anew`. */
  dress(scene: string, anew = false): Promise<void> {
    const { table } = this.now;
    if (!table || (this.#scene === scene && !anew)) return this.staged;
    this.#scene = scene;
    this.staged = getStage(table.game, settings.language, scene).then((stage) => {
      if (this.#scene === scene) this.now.stage = stage;
    });
    return this.staged;
  }
}
