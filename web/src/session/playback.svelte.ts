/** Playback of a running game: server messages become steps of the queue, shown in order. */
import type { Description, TableEvent, Recounted, Table } from "../protocol";
import type { Replay } from "../playback/replay.svelte";
import { check, type Checked } from "../playback/seals";
import type { Queue, Step } from "../playback/queue.svelte";
import { PACES, settings } from "../app/settings.svelte";
import { isQuiet, lastTurn, retold, stepsOf } from "../playback/moves";
import type { Announcer } from "./announcer.svelte";
import type { Names } from "./names";

const OWN = 0.5; // the duration of the player's own steps, relative to others
const LOT = 1.6; // and throws
const SOON = 12; // moves of a long game that are got before it is shown
const ON_THE_WAY = 500; // milliseconds for messages to the server and back, before a clock starts
const OF_GLASS = 0.2; // the largest part of a player's remaining time that steps may take

/** The part of a session that the playback uses. */
export interface Scene {
  readonly now: {
    table: Table | null;
    heard: number;
    events: TableEvent[];
    preparing: unknown;
    checked: Record<number, Checked>;
  };
  readonly replay: Replay;
  readonly queue: Queue;
  readonly announcer: Announcer;
  readonly names: Names;
}

interface Watcher {
  /** A table is seen for the first time. */
  begin: (table: Table) => void;
  /** The table has changed by some events, and all that led to it has been shown; quietly, if nothing was to be seen. */
  arrived: (table: Table, quiet: boolean) => void;
  /** Ask for the story of an event; null if there is none. */
  recount: (seq: number) => Promise<Recounted | null>;
  /** The display goes from one position to another by some events. */
  passed: (before: Description | null, after: Description | null, events: TableEvent[]) => void;
  /** All events up to this one have been shown. */
  shown: (seq: number) => void;
}

export class Playback {
  told: Table | null = null; // the table as the server told it last; the page may still show how it came to that
  heard = 0; // number of the last event received
  #unsaid: TableEvent[] = []; // events shown without delay, announced with the next one

  constructor(
    private readonly scene: Scene,
    private readonly watcher: Watcher,
  ) {}

  /** The last turn of others, as the numbers of moves before and after it. */
  lastTurn: [number, number] | null = $derived.by(() => {
    const { now, replay } = this.scene;
    return lastTurn(replay.moves, now.table?.mine ?? [], now.table?.roles.length ?? 0);
  });

  /** Forget all events: the server sends them again. */
  forget(): void {
    this.heard = 0;
  }

  hearPast(events: TableEvent[]): void {
    this.scene.queue.skip();
    this.#retell(events);
    this.scene.now.events.push(...events.filter(({ seq }) => seq > this.heard));
    this.heard = events.at(-1)?.seq ?? this.heard;
  }

  /** Take in events that are sent again after their seals were opened, and verify the seals. */
  #retell(events: TableEvent[]): void {
    const { now } = this.scene;
    for (const event of events.filter(({ seal }) => seal?.nonce)) {
      const shown = now.events.find(({ seq }) => seq === event.seq)?.seal?.digest;
      void check(event, shown).then((checked) => (now.checked[event.seq] = checked));
    }
    now.events = retold(
      now.events,
      events.filter(({ seq }) => seq <= this.heard),
    );
  }

  /** The table as it is now: events are shown step by step, and the last step leads to it. */
  hear(table: Table): void {
    const { now, replay, queue } = this.scene;
    const [first, last, heard] = [this.told === null, this.heard, performance.now()];
    const news = table.events.filter((event) => event.seq > last);
    const lots = news.every((event) => event.kind === "action" && (event.seat ?? 0) >= table.roles.length);
    const again = this.told === null ? last > 0 || !lots : last < this.told.seq; // a client that joins or reloads a running game
    const quiet = !again && isQuiet(news, table.mine);
    const steps = again || quiet || news.length === 0 || PACES[settings.pace] === 0 ? [news] : stepsOf(news);
    const films = !again && !quiet && PACES[settings.pace] > 0;
    this.told = table;
    this.heard = table.seq;
    replay.add(table.seq, [table.drawing]);
    if (first) {
      now.table = table;
      this.watcher.begin(table);
    }
    let known = steps.length === 1;
    let asked = known;
    if (first && !known) replay.showing = last;
    const prepare = async (): Promise<void> => {
      asked = true;
      const all = await replay.prepare(last, table.seq);
      known = true;
      if (all) queue.go();
      else queue.skip();
    };
    const ready = (): boolean => {
      if (!asked) void prepare(); // on demand, because computer players may be faster than the playback
      return known;
    };
    const shown = steps.flatMap((events, index): Step[] => {
      const show = (): number => {
        replay.film.close(false);
        return index + 1 < steps.length ? this.#pass(events) : this.#arrive(events, table, heard, first, quiet);
      };
      const step = { ready: () => ready() && !replay.film.open, show };
      const told = events.at(-1);
      return films && told?.story === true ? [this.#filmOf(told, ready), step] : [step];
    });
    queue.add(shown, room(table));
    if (PACES[settings.pace] === 0) queue.skip();
  }

  /** Show the last turn of others again, step by step. */
  async showLastTurn(): Promise<void> {
    if (this.lastTurn !== null) await this.#showMoves(...this.lastTurn);
  }

  /** Show the moves since an event step by step, to a player who returns. */
  async showSince(seq: number): Promise<void> {
    const { moves } = this.scene.replay;
    const first = moves.findIndex((move) => move.seq > seq);
    if (first >= 0 && PACES[settings.pace] > 0) await this.#showMoves(first, moves.length);
  }

  /** Show a game that is over from its beginning to its end. */
  async watchAgain(): Promise<void> {
    await this.#showMoves(0, this.scene.replay.moves.length, 1);
  }

  async #showMoves(first: number, last: number, own = OWN): Promise<void> {
    const { now, replay, queue, announcer, names } = this.scene;
    const seqOf = (number: number): number => replay.moves[number - 1]?.seq ?? 0;
    const soon = Math.min(first + SOON, last);
    queue.skip();
    await replay.prepare(seqOf(first), seqOf(soon));
    let known = soon === last;
    const look = (number: number): number => {
      replay.viewing = number;
      announcer.spoken = replay.lastMove ? names.report(replay.lastMove) : "";
      return this.#lasts(replay.lastMove?.seq ?? 0, replay.lastMove?.seat ?? null, own) || PACES.quick;
    };
    const back = (): number => {
      replay.viewing = null;
      if (now.table?.end) queue.paused = false; // at the end of a game a pause is over
      return 0;
    };
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const shown = numbers.map((number) => ({ ready: () => known || number <= soon, show: () => look(number) }));
    queue.rest();
    queue.add([...shown, { ready: () => true, show: back }]);
    if (known) return;
    await replay.prepare(seqOf(soon), seqOf(last));
    known = true;
    queue.go();
  }

  /** The film of an event, as a step before the position after it; the next step waits until it is closed. */
  #filmOf(event: TableEvent, known: () => boolean): Step {
    const { replay, queue } = this.scene;
    let story: Recounted | null | undefined;
    void this.watcher.recount(event.seq).then((told) => {
      story = told;
      queue.go();
    });
    const show = (): number => {
      if (story) replay.film.show(story, "title", () => queue.go());
      return 0;
    };
    return { ready: () => known() && story !== undefined, show };
  }

  /** Show the position after some events, on the way to another. */
  #pass(events: TableEvent[]): number {
    const { now, replay } = this.scene;
    const { seq, seat } = events.at(-1) as TableEvent;
    const before = replay.shown;
    now.events.push(...events);
    replay.showing = seq;
    const lasts = this.#lasts(seq, seat);
    if (lasts > 0) this.#announce(events, null);
    else this.#unsaid.push(...events);
    this.watcher.passed(before, replay.shown, events);
    return lasts;
  }

  /** Show the table as it is after the last of its events. */
  #arrive(events: TableEvent[], table: Table, heard: number, first: boolean, quiet: boolean): number {
    const { now, replay } = this.scene;
    const moved = table.seq !== (first ? 0 : now.table?.seq);
    const before = replay.shown;
    this.#retell(table.events);
    now.events.push(...events);
    now.table = table;
    now.heard = heard;
    replay.showing = null;
    if (table.ready) now.preparing = null;
    this.watcher.shown(table.seq);
    if (!moved) return 0;
    this.watcher.arrived(table, quiet);
    if (!first) this.#announce(events, table.end);
    if (!first) this.watcher.passed(before, table.drawing, events);
    void replay.findLastChange();
    return quiet ? 0 : this.#lasts(table.seq, events.at(-1)?.seat ?? null);
  }

  #announce(events: TableEvent[], end: Table["end"]): void {
    const said = [...this.#unsaid, ...events];
    this.#unsaid = [];
    this.scene.announcer.announce(said, end, () => (this.scene.replay.lastChange?.gone.length ?? 0) > 0);
  }

  /** How long a step of a seat is seen; unseen events of chance take no time. */
  #lasts(seq: number, seat: number | null, own = OWN): number {
    const pace = PACES[settings.pace];
    const { roles = [], mine = [] } = this.told ?? {};
    if (seat !== null && seat >= roles.length) return this.scene.replay.isSeen(seq) ? LOT * pace : 0;
    return mine.includes(seat ?? -1) ? own * pace : pace;
  }
}

/** Milliseconds for a display: until a clock of this player starts, or while it runs a small part of its time. */
function room({ glasses, mine }: Table): number {
  const running = glasses.filter((glass) => glass.running && mine.includes(glass.seat));
  return Math.min(
    ...running.map(({ wait_ms, left_ms }) => (wait_ms > ON_THE_WAY ? wait_ms - ON_THE_WAY : OF_GLASS * left_ms)),
  );
}
