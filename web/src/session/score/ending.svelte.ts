/** Ending of a game: whether the card with the result covers the board, and the table that follows. */
import { go } from "../../app/route.svelte";
import { settings } from "../../app/settings.svelte";
import { rememberMade, rememberTable } from "../../app/storage";
import { createTable } from "../../net/api";
import { levelAbove, playersAt } from "./next_level";
import type { SessionState } from "../state";

export class Ending {
  carded = $state(false); // whether the card is open
  #wanted = false; // a rematch was asked for here: this page follows when it begins

  constructor(
    private readonly now: SessionState,
    private readonly ask: () => void,
  ) {}

  /** The level to play against next, after a win against one computer. */
  level: number | null = $derived.by(() => (this.now.table ? levelAbove(this.now.table) : null));

  /** Start the same game against that level, and go to it. */
  async goUp(): Promise<void> {
    const { table } = this.now;
    if (!table || this.level === null) return;
    const players = playersAt(table, this.level);
    const made = await createTable({ spec: table.game, players }, settings.language);
    rememberMade(made, players, table.title, table.game);
    go(`/table/${made.table}`);
  }

  /** The table has changed: go to the rematch that was asked for. */
  heed(): void {
    const next = this.now.table?.next;
    if (this.#wanted && next) this.follow(next);
  }

  /** Ask for a rematch; the page goes there as soon as it begins. */
  rematch(): void {
    this.#wanted = true;
    if (this.now.table?.next) this.heed();
    else this.ask();
  }

  /** Go to the table that follows, where the same people have seats. */
  follow(next: string): void {
    this.#wanted = false;
    const { known } = this.now;
    if (known) rememberTable(next, { title: known.title, spec: known.spec, invited: [], over: false });
    go(`/table/${next}`);
  }
}
