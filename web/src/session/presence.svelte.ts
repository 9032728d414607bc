/** Presence: the players who are connected, and notices when they join, leave or greet. */
import type { Connection } from "../net/connection";
import type { Names } from "./names";
import type { Greet, Greeted, Present, Table } from "../protocol";
import { newId } from "../net/questions";
import { t } from "../app/texts.svelte";
import type { Announcer } from "./announcer.svelte";

type Greeting = Greet["greeting"];
export const GREETINGS: Greeting[] = ["hello", "good-luck", "well-played", "one-moment", "thanks", "good-bye"];
const UNTIL_GONE = 4_000; // milliseconds until a player without a connection counts as gone

export class Presence {
  /** The seats of connected players; null at tables without invitations. */
  seats: number[] | null = $state.raw(null);
  watching = $state(0); // connected spectators
  #told: number[] = []; // seats announced as present
  #timer: number | undefined;

  constructor(
    private readonly now: { readonly table: Table | null },
    private readonly names: Names,
    private readonly announcer: Announcer,
    private readonly connection: () => Connection,
  ) {}

  hear({ seats, watching }: Present): void {
    const first = this.seats === null;
    this.seats = seats;
    this.watching = watching;
    window.clearTimeout(this.#timer);
    if (first) this.#told = seats;
    else if (seats.some((seat) => !this.#told.includes(seat))) this.#tell();
    else this.#timer = window.setTimeout(() => this.#tell(), UNTIL_GONE); // a page that is loaded again comes back
  }

  /** Say by which name one plays. */
  name(seat: number, name: string): void {
    this.connection().send({ type: "name", id: newId(), seat, name });
  }

  /** Say something to all at the table. */
  say(greeting: Greeting): void {
    const [seat] = this.now.table?.mine ?? [];
    if (seat !== undefined) this.connection().say({ type: "greet", id: newId(), seat, greeting });
  }

  greeted({ seat, greeting }: Greeted): void {
    this.announcer.tell(
      "news",
      t("greetings.said", { name: this.names.nameOf(seat), text: t(`greetings.${greeting}`) }),
    );
  }

  close(): void {
    window.clearTimeout(this.#timer);
  }

  #tell(): void {
    const now = this.seats ?? [];
    const mine = this.now.table?.mine ?? [];
    const come = now.find((seat) => !this.#told.includes(seat) && !mine.includes(seat));
    const gone = this.#told.find((seat) => !now.includes(seat) && !mine.includes(seat));
    this.#told = now;
    if (come !== undefined) this.announcer.tell("news", t("presence.come", { name: this.names.nameOf(come) }));
    else if (gone !== undefined) this.announcer.tell("news", t("presence.gone", { name: this.names.nameOf(gone) }));
  }
}
