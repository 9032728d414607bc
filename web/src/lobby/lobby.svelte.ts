/** The lobby: open tables, games to watch, numbers of people by game, and the offers that this tab holds. */
import { callBack } from "../app/attention";
import { go } from "../app/route.svelte";
import { settings } from "../app/settings.svelte";
import { play } from "../app/sound";
import { keep, recall, rememberTable } from "../app/storage";
import { t } from "../app/texts.svelte";
import { getOwnOffers, makeOffer, takeSeat, withdrawOffer, withdrawOwnOffer } from "../net/api";
import { Connection } from "../net/connection";
import type {
  Crowd,
  FromVisitor,
  OfferMade,
  OfferWanted,
  OwnOffer,
  TableOffered,
  TableShown,
  ToVisitor,
} from "../protocol";

const SOCKET = "/api/lobby/socket";
const OFFERS = "naadam.offers"; // in the storage of the tab: live offers end with its connection
const SECRET = /^[A-Za-z0-9_-]{32}$/;

/** An offer of this tab, with the title under which its table will be remembered. */
export interface Held {
  secret: string;
  title: string;
  table: string | null; // at which it waits, once the server has said so
}

export type Wanted = Omit<OfferWanted, "name">;

export class Lobby {
  /** Tables that wait, the oldest first. */
  waiting: TableOffered[] = $state.raw([]);
  playing: TableShown[] = $state.raw([]);
  crowds: Record<string, Crowd> = $state.raw({});
  held: Held[] = $state.raw(recallOffers());
  #lasting: OwnOffer[] = $state.raw([]);
  /** Whether the server has sent the list. */
  known = $state(false);

  #watching = 0; // parts of the page that show the list
  #ahead = 0; // milliseconds of the server's clock before that of this device
  #connection: Connection<FromVisitor, ToVisitor> | null = null;

  /** Connect if offers are held from before the page was loaded; the connection ends while nothing needs it. */
  start(): () => void {
    this.#connect();
    void this.#loadLasting();
    document.addEventListener("visibilitychange", this.#connect);
    return () => document.removeEventListener("visibilitychange", this.#connect);
  }

  /** Show the list until the function that is returned is called. */
  watch(): () => void {
    this.#watching += 1;
    this.#connect();
    return () => {
      this.#watching -= 1;
      window.setTimeout(this.#connect, 0); // the next view may show it, too
    };
  }

  /** Wait until the server has sent the list, but not for long: a page is shown without it. */
  async whenKnown(longest: number): Promise<void> {
    const end = Date.now() + longest;
    while (!this.known && Date.now() < end) await new Promise((resolve) => window.setTimeout(resolve, 20));
  }

  /** Milliseconds since 1970, by the clock of the server. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Tables at which this tab does not wait itself. */
  get others(): TableOffered[] {
    return this.waiting.filter(({ table }) => !this.isMine(table));
  }

  /** The own offers with days per move that another tab or device has made, or one that is closed. */
  get lasting(): OwnOffer[] {
    return this.#lasting.filter(({ table }) => !this.held.some((held) => held.table === table));
  }

  isMine(table: string): boolean {
    return [...this.held, ...this.#lasting].some((own) => own.table === table);
  }

  /** Open a table to everyone; true if its game begins now. */
  async open(wanted: Wanted, title: string): Promise<boolean> {
    return this.#hold(await makeOffer({ ...wanted, name: settings.name.trim() }, settings.language), title);
  }

  /** Take a free seat; true if the game begins now. Computers fill that table if they have been agreed on there. */
  async sitDown(table: TableOffered, title: string): Promise<boolean> {
    const wanted = { name: settings.name.trim(), computers: table.filled !== null };
    return this.#hold(await takeSeat(table.table, wanted, settings.language), title);
  }

  async withdraw(held: Held): Promise<void> {
    await withdrawOffer({ secret: held.secret });
    this.#keep(this.held.filter(({ secret }) => secret !== held.secret));
  }

  async withdrawLasting({ id }: OwnOffer): Promise<void> {
    await withdrawOwnOffer(id);
    this.#lasting = this.#lasting.filter((own) => own.id !== id);
  }

  async #loadLasting(): Promise<void> {
    this.#lasting = await getOwnOffers().catch(() => []);
  }

  #hold({ secret, table }: OfferMade, title: string): boolean {
    if (table !== null) this.#begin(table, title);
    else {
      this.#keep([...this.held, { secret, title, table: null }]);
      this.#connection?.greet();
    }
    return table !== null;
  }

  #begin(table: string, title: string): void {
    rememberTable(table, { title });
    go(`/table/${table}`);
  }

  #keep(held: Held[]): void {
    this.held = held;
    keep(OFFERS, held, "sessionStorage");
    this.#connect();
  }

  readonly #connect = (): void => {
    const wanted = this.held.length > 0 || (this.#watching > 0 && document.visibilityState === "visible");
    if (!wanted) {
      this.#connection?.close();
      this.#connection = null;
    } else {
      this.#connection ??= new Connection<FromVisitor, ToVisitor>(SOCKET, {
        hello: () => ({ type: "hold", secrets: this.held.map(({ secret }) => secret) }),
        hear: (message) => this.#hear(message),
        answersHello: false,
      });
    }
  };

  #hear(message: ToVisitor): void {
    if (message.type === "lobby") {
      this.#ahead = 1000 * message.now - Date.now();
      this.#show(Object.values(message.waiting), Object.values(message.playing), message.crowds);
      this.known = true;
    } else if (message.type === "changed") {
      const tables = Object.fromEntries(this.waiting.map((each) => [each.table, each]));
      const games = Object.fromEntries(this.playing.map((each) => [each.table, each]));
      this.#show(
        Object.values(changed(tables, message.waiting)),
        Object.values(changed(games, message.playing)),
        changed(this.crowds, message.crowds),
      );
    } else if (message.type === "waits") {
      const { secret, table } = message;
      this.#keep(this.held.map((held) => (held.secret === secret ? { ...held, table } : held)));
    } else if (message.type === "begun" || message.type === "ended") {
      const offer = this.held.find(({ secret }) => secret === message.secret);
      this.#keep(this.held.filter((held) => held !== offer));
      if (message.type === "begun" && offer) {
        if (settings.sound) play("begin");
        callBack(t("lobby.begins"));
        this.#begin(message.table, offer.title);
      }
    }
  }

  #show(waiting: TableOffered[], playing: TableShown[], crowds: Record<string, Crowd>): void {
    this.waiting = waiting.sort((one, other) => one.opened - other.opened);
    this.playing = playing;
    this.crowds = crowds;
  }
}

/** Entries with changes; null is for one that is gone. */
function changed<Entry>(before: Record<string, Entry>, changes: Record<string, Entry | null>): Record<string, Entry> {
  const both = Object.entries({ ...before, ...changes });
  return Object.fromEntries(both.filter((each): each is [string, Entry] => each[1] !== null));
}

function recallOffers(): Held[] {
  const kept = recall<unknown>(OFFERS, [], "sessionStorage");
  const offers = (Array.isArray(kept) ? kept : []) as Partial<Held>[];
  return offers.flatMap(({ secret, title, table }) =>
    typeof secret === "string" && SECRET.test(secret) ? { secret, title: title ?? "", table: table ?? null } : [],
  );
}

export const lobby = new Lobby();
