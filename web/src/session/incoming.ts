/** Incoming messages of a session: each changes the state or goes to the part that it is for. */
import { countResult } from "../app/learner/ladder";
import { rememberTable } from "../app/storage";
import { t } from "../app/texts.svelte";
import type { StageLoader } from "../board/stage_loader";
import { hasTable } from "../net/api";
import type { Connection, Health } from "../net/connection";
import type { Questions } from "../net/questions";
import { followMoved } from "../playback/patch";
import type { Description, Hourglass, Moved, Table, TableEvent, ToClient } from "../protocol";
import type { Session } from "./session.svelte";
import type { SessionState } from "./state";

interface Parts {
  connection: () => Connection;
  questions: Questions;
  staging: StageLoader;
  lesson: string | null;
}

export class Incoming {
  readonly #session: Session;
  readonly #parts: Parts;

  constructor(session: Session, parts: Parts) {
    this.#session = session;
    this.#parts = parts;
  }

  get now(): SessionState {
    return this.#session.now;
  }

  hear(message: ToClient): void {
    if (this.#parts.questions.hear(message, (answer) => this.#hearAnswer(answer))) return;
    if (message.type === "table") this.#session.playback.hear(message);
    else if (message.type === "moved") this.#hearMoved(message);
    else if (message.type === "glasses") this.#hearGlasses(message.glasses);
    else if (message.type === "past") this.#session.playback.hearPast(message.events);
    else if (message.type === "preparing") this.now.preparing = { done: message.done, total: message.total };
    else if (message.type === "present") this.#session.presence.hear(message);
    else if (message.type === "greeted") this.#session.presence.greeted(message);
    else if (message.type === "thinking") this.now.thought = message;
    else if (message.type === "busy") {
      const { level, seconds, usual } = message;
      this.#session.announcer.tell("news", t("thinking.busy", { level, seconds, usual }));
    } else if (message.type === "analysed") this.#session.review.hear(message);
    else if (message.type === "talked") this.#session.chat.hear(message.lines);
    else if (message.type === "refused") {
      this.#session.announcer.tell("refused", message.text, message.clause);
      this.#session.announcer.sound("refused");
    } else if (message.type === "warned") this.#session.coach.hear(message);
    else if (message.type === "failed" && message.key === "unreadable") {
      this.now.unreadable = message.text;
      this.#session.close();
    } else if (message.type === "failed") this.#session.announcer.tell("failed", message.text);
    else if (message.type === "hinted") {
      this.now.hinted = message;
      this.#session.announcer.tell(
        "hint",
        `${t("table.hinted", { action: message.words })} ${message.reason}`,
        message.clause,
      );
    }
  }

  #hearMoved(moved: Moved): void {
    const table = followMoved(this.#session.playback.told, moved);
    if (table === null) this.#session.greet();
    else this.#session.playback.hear(table);
  }

  /** A clock has started between two events. */
  #hearGlasses(glasses: Hourglass[]): void {
    if (this.#session.playback.told) this.#session.playback.told = { ...this.#session.playback.told, glasses };
    if (this.now.table?.seq !== this.#session.playback.told?.seq) return; // the table comes with the events still to be shown
    if (this.now.table) this.now.table = { ...this.now.table, glasses };
    this.now.heard = performance.now();
  }

  /** Tell the server that this display has caught up, if a clock waits for that. */
  acknowledge(at: number): void {
    const { glasses = [], mine = [] } = this.#session.playback.told ?? {};
    if (mine.length > 0 && glasses.some(({ running }) => running))
      this.#parts.connection().say({ type: "displayed", at });
  }

  /** The table has changed, and all that led to it has been shown. */
  arrived(table: Table, quiet: boolean): void {
    if (quiet) return; // a half-made gesture stays
    this.now.seen = table.seq;
    this.#session.whatIf.end();
    this.#session.drop();
    void this.#parts.staging.staged.then(() => this.#session.touching.begin());
    this.now.hinted = null;
    this.now.preferred = [];
    if (table.waiting.some((seat) => table.players[seat]?.kind === "computer")) this.now.thought = null;
    if (this.now.known && this.#parts.lesson === null) {
      if (table.end !== null && !this.now.known.over) countResult(table);
      this.now.known = rememberTable(this.now.id, { seen: table.seq, over: table.end !== null });
    }
  }

  /** Tell how the score has changed; changes by others stay in sight for a while. */
  passed(before: Description | null, after: Description | null, events: TableEvent[]): void {
    const acts = events.filter(({ kind }) => kind === "action");
    if (acts.length === 0) return;
    const back = events.some(({ kind }) => kind === "undone");
    const text = back ? this.#session.scores.compare(null, null) : this.#session.scores.compare(before, after);
    const others = acts.some(({ seat }) => !this.now.table?.mine.includes(seat ?? -1));
    if (text) this.#session.announcer.score(text, others);
  }

  begin(table: Table): void {
    const { id, known } = this.now;
    const dressed = this.#session.dress(table.drawing.scene ?? "");
    if (this.#parts.lesson === null && (known || table.mine.length > 0)) {
      const { title, game: spec, mine: seats } = table;
      const [seen, left] = [known?.seen ?? table.seq, known?.opened ?? Date.now()];
      if (table.end !== null && known?.over === false) countResult(table);
      this.now.known = rememberTable(id, { title, spec, seats, over: table.end !== null });
      void dressed.then(async () => {
        await this.#session.since.begin(table, seen, left);
        await this.#session.playback.showSince(seen);
      });
    }
  }

  #hearAnswer(message: ToClient): void {
    if (message.type === "explained") this.now.words = { seq: this.now.table?.seq ?? 0, words: message.words };
    if (message.type === "seen") this.#session.replay.add(message.at, message.drawings);
  }

  health(health: Health): void {
    const before = this.now.health;
    this.now.health = health;
    if (health === "lost") this.#session.queue.skip(); // positions on the way may never come
    if (health === "open") this.#parts.staging.retry();
    if (before === "lost" && health === "open") {
      this.#session.announcer.tell("news", t("connection.back"));
      if (this.now.analysis && !this.now.analysis.done) this.#session.review.analyse();
    }
    if (health === "lost" && !this.now.table && this.#parts.lesson === null) {
      void hasTable(this.now.id).then(
        (known) => {
          if (known) return;
          this.now.missing = true;
          this.#session.close();
        },
        () => undefined, // the server does not answer: the connection goes on trying
      );
    }
  }
}
