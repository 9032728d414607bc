/** A session at a table: its state in one record, and everything a player can do there. */
import { Agreements } from "./agreements";
import { Coach } from "./advice/coach.svelte";
import { Confirmation } from "./confirmation.svelte";
import { Playback } from "./playback.svelte";
import { Connection, type Health } from "../net/connection";
import { Ending } from "./score/ending.svelte";
import { Explorer } from "./advice/explorer.svelte";
import { advised, drag, nextPlaces, touch, type Meaning } from "../input/gestures";
import { knownTable, rememberTable } from "../app/storage";
import { Names } from "./names";
import { placeOf } from "../space/pieces";
import { Placing } from "../input/placing.svelte";
import { Presence } from "./presence.svelte";
import { followMoved } from "../playback/patch";
import { unpack, type Choice } from "../input/choices";
import { Chat } from "./chat.svelte";
import { TouchByTouch } from "../input/touch_by_touch.svelte";
import type {
  Description,
  Explore,
  Hello,
  Hourglass,
  Moved,
  Recount,
  Suppose,
  Table,
  TableEvent,
  ToClient,
  Touched,
  Vary,
} from "../protocol";
import { countResult } from "../app/learner/ladder";
import { newId, Questions } from "../net/questions";
import { Replay } from "../playback/replay.svelte";
import type { Arrow } from "../board/arrows";
import { Review } from "./advice/review.svelte";
import { ScoreNews } from "./score/score_news.svelte";
import { Since } from "./since.svelte";
import { StoryRequests } from "./story_requests";
import type { Move } from "../playback/moves";
import { hasTable } from "../net/api";
import { Queue } from "../playback/queue.svelte";
import { duration, settings } from "../app/settings.svelte";
import { StageLoader } from "../board/stage_loader";
import type { SessionState } from "./state";
import { t } from "../app/texts.svelte";
import { Announcer } from "./announcer.svelte";
import { WhatIf } from "./advice/what_if.svelte";

export class Session {
  readonly now: SessionState;
  readonly names: Names;
  readonly announcer: Announcer;
  readonly presence: Presence;
  readonly scores: ScoreNews;
  readonly replay: Replay;
  readonly coach: Coach;
  readonly confirmation: Confirmation;
  readonly review: Review;
  readonly explorer: Explorer;
  readonly placing: Placing;
  readonly touching: TouchByTouch;
  readonly whatIf: WhatIf;
  readonly chat: Chat;
  readonly agreements: Agreements;
  readonly ending: Ending;
  readonly since: Since;
  readonly queue = new Queue();
  readonly playback: Playback;
  readonly #connection: Connection;
  readonly #staging: StageLoader;
  readonly #questions = new Questions((question) => this.#connection.send(question));
  readonly storyRequests: StoryRequests;

  /** At a table by its id; or in a lesson, whose socket has this path, which is nothing to be remembered. */
  constructor(
    id: string,
    private readonly lesson: string | null = null,
  ) {
    this.now = $state({
      id,
      known: knownTable(id) ?? null,
      table: null,
      heard: 0,
      seen: 0,
      checked: {},
      stage: null,
      events: [],
      touched: [],
      pointed: [],
      open: null,
      words: null,
      hinted: null,
      preferred: [],
      preparing: null,
      thought: null,
      analysis: null,
      health: "opening",
      missing: false,
      unreadable: "",
    });
    this.#staging = new StageLoader(this.now);
    this.names = new Names(this.now);
    this.announcer = new Announcer(this.names);
    this.scores = new ScoreNews(this.now, this.names);
    this.presence = new Presence(this.now, this.names, this.announcer, () => this.#connection);
    this.replay = new Replay(this.now, {
      look: async (at, count) => {
        await this.#questions.ask({ type: "look", id: newId(), at, count });
      },
      staged: () => this.#staging.staged,
      moves: () => duration(1) > 0,
    });
    this.playback = new Playback(this, {
      begin: (table) => this.#begin(table),
      arrived: (table, quiet) => this.#arrived(table, quiet),
      recount: (seq) => this.storyRequests.recount(seq),
      passed: (before, after, events) => this.#passed(before, after, events),
      shown: (seq) => this.#acknowledge(seq),
    });
    this.storyRequests = new StoryRequests(this);
    this.review = new Review(this, () => this.#connection.say({ type: "analyse", id: newId() })); // `#health` asks again
    this.explorer = new Explorer(this);
    this.whatIf = new WhatIf(this);
    this.chat = new Chat(
      this.now,
      (text, to) => {
        this.#connection.send({ type: "talk", id: newId(), seat: this.#mySeat, text, to });
      },
      ({ seat, text }) => this.announcer.tell("news", t("greetings.said", { name: this.names.nameOf(seat), text })),
    );
    this.agreements = new Agreements(
      this.now,
      () => this.#mySeat,
      (message) => {
        this.queue.skip();
        this.#connection.send(message);
      },
    );
    this.ending = new Ending(this.now, () => this.agreements.rematch());
    this.since = new Since(this);
    this.coach = new Coach(this);
    this.confirmation = new Confirmation(this);
    this.placing = new Placing(this);
    this.touching = new TouchByTouch(this);
    this.#connection = new Connection(lesson ?? `/api/tables/${id}/socket`, {
      hello: () => this.#hello(),
      hear: (message) => this.#hear(message),
      health: (health) => this.#health(health),
    });
  }

  // --- derived state ---

  /** The seat of ours that is to act. */
  due: number | null = $derived.by(
    () => this.now.table?.waiting.find((seat) => this.now.table?.mine.includes(seat)) ?? null,
  );
  /** Whether several people share this screen and the one whose turn it is has not come to it yet. */
  covered: boolean = $derived.by(() => {
    const shared = (this.now.table?.mine.length ?? 0) > 1 && this.replay.latest?.secret === true;
    return shared && this.due !== null && this.now.open !== this.due;
  });
  /** The seat of ours that is to act, if the game as it is is looked at and all was shown. */
  acting: number | null = $derived.by(() =>
    this.replay.viewing === null && this.replay.aside === null && !this.covered && !this.queue.busy ? this.due : null,
  );
  /** The seat for which something is touched together: ours, or one that we suppose things of. */
  hand: number | null = $derived.by(() => this.whatIf.rival ?? this.acting);
  choices: Choice[] = $derived.by(() =>
    this.whatIf.rival !== null ? [] : (this.now.table?.choices[String(this.acting)] ?? []).map(unpack),
  );
  /** The ways to lay the item in hand: those that the server has told, or some of all choices. */
  ways: Choice[] = $derived.by(() => (this.touching.ways.length > 0 ? this.touching.ways : this.choices));
  busy: boolean = $derived.by(() => this.queue.busy || this.replay.film.open);
  next: Set<string> = $derived.by(() => {
    if (this.placing.item !== null) return this.placing.lit;
    if (this.explorer.open && this.acting === null) return this.explorer.next;
    return this.touching.active ? this.touching.next : nextPlaces(this.choices, this.now.touched);
  });
  /** Whether the touches are put together on a sheet. */
  sheeted: boolean = $derived.by(() => this.touching.sayings.length > 0 && this.replay.beside?.meter == null);
  /** Whether something of ours can be taken back. */
  mayUndo: boolean = $derived.by(() => {
    const { mine = [], undoes = [] } = this.now.table ?? {};
    return mine.some((seat) => undoes.includes(seat));
  });
  /** The rest of the hint's gesture, after the touched places. */
  hintedGesture: string[] = $derived.by(() => {
    const rowed = this.touching.places.filter(({ row }) => row).map(({ name }) => name); // one of each row, in any order
    return this.acting === null ? [] : advised(this.now.hinted?.gesture ?? [], this.now.touched, new Set(rowed));
  });
  arrows: Arrow[] = $derived.by(() => {
    if (this.now.preferred.length > 0) return [{ kind: "better", gesture: this.now.preferred }];
    if (this.hintedGesture.length > 0) return [{ kind: "better", gesture: this.#fromTo(this.hintedGesture) }];
    const { waiting } = this.confirmation;
    if (waiting) return [{ kind: "played", gesture: waiting.gesture }];
    const { warned } = this.coach;
    const choice = this.choices.find(({ action }) => action === warned?.action);
    if (!warned || !choice) return this.review.arrows;
    const other: Arrow = { kind: warned.answer ? "answer" : "better", gesture: warned.points };
    return [{ kind: "played", gesture: choice.gesture }, other];
  });

  // --- actions of a player ---

  touch(place: string): void {
    this.now.preferred = [];
    if (this.confirmation.repeat(place)) return;
    this.confirmation.drop();
    if (this.explorer.touch(place) || !this.#mayTouch()) return;
    if (this.touching.active && !this.#lays(place)) {
      this.announcer.hush();
      void this.touching.touch(place, this.#held(place));
    } else this.#mean(this.placing.meant(place) ?? touch(this.choices, this.now.touched, place, this.#held(place)));
  }

  /** Lay the item in hand as it is shown; where it cannot lie, the server says why. */
  lay(): void {
    if (this.placing.aim !== null) this.touch(this.placing.aim);
  }

  /** Draw the curtain: the one whose turn it is has come to the screen. */
  uncover(): void {
    this.now.open = this.due;
    this.replay.viewing = null;
    void this.touching.begin();
  }

  drag(from: string, to: string): void {
    if (!this.#mayTouch()) return;
    if (this.touching.active) void this.touching.drag(from, to);
    else this.#mean(drag(this.choices, from, to, this.#held(from)));
  }

  /** A touch outside all points skips the queue, but not a film. */
  touchNothing(): void {
    if (!this.replay.film.open) this.queue.skip();
  }

  letGo(): void {
    this.queue.skip();
    this.#drop();
    this.announcer.hush();
  }

  /** Get the words of all choices, if the table left them out. */
  async explain(): Promise<void> {
    const seq = this.#seq;
    if (this.acting === null || this.now.words?.seq === seq || this.choices.every(({ words }) => words !== "")) return;
    await this.#questions.ask({ type: "explain", id: newId(), at: seq, seat: this.acting });
  }

  /** The words of a choice. */
  wordsOf(choice: Choice): string {
    return (
      choice.words ||
      (this.now.words?.seq === this.#seq ? (this.now.words.words[this.choices.indexOf(choice)] ?? "") : "")
    );
  }

  /** Take an action, and others after it as long as they can be taken; `sure` whatever the coach says. */
  play(action: string, then: string[] = [], sure = false): void {
    this.#drop();
    const [seat, rival] = [this.acting, this.whatIf.rival];
    if (rival !== null) this.whatIf.guess(action);
    if (rival !== null || seat === null) return;
    this.since.close();
    this.queue.rest(); // an action ends the playback
    this.#connection.send({ type: "play", id: newId(), at: this.#seq, seat, action, then, sure });
  }

  /** Take an action made by touches; in lessons and suppositions without a confirmation. */
  propose(action: string, then: string[] = []): void {
    if (this.lesson !== null || this.whatIf.rival !== null) this.play(action, then);
    else this.confirmation.play(action, then);
  }

  /** Touched in vain: the server says why. */
  try(touched: string[]): void {
    if (this.placing.item === null) this.now.touched = [];
    if (this.acting !== null)
      this.#connection.send({ type: "try", id: newId(), at: this.#seq, seat: this.acting, touched });
  }

  /** The places that may follow these; null if the table has moved on. */
  async follow(touched: string[]): Promise<Touched | null> {
    if (this.hand === null) return null;
    const [seat, rival] = [this.due ?? this.#mySeat, this.whatIf.rival];
    const answer = await this.#questions.ask({ type: "touch", id: newId(), at: this.#seq, seat, touched, rival });
    return answer.type === "touched" ? answer : null;
  }

  /** Ask about past or supposed events. */
  ask(question: Omit<Recount | Vary | Explore, "id"> | Omit<Suppose, "id" | "at" | "seat">): Promise<ToClient> {
    const whose = question.type === "suppose" ? { at: this.#seq, seat: this.#mySeat } : {};
    return this.#questions.ask({ id: newId(), ...whose, ...question } as Recount | Suppose | Vary | Explore);
  }

  /** Sealed actions of this page's seats, which can be changed. */
  sealed: Move[] = $derived.by(() =>
    this.replay.moves.filter(({ seat, seal }) => this.now.table?.mine.includes(seat ?? -1) && seal?.nonce === null),
  );

  /** Take back the last move of ours, or that of one of our seats. */
  undo(of: number | null = null): void {
    this.queue.skip();
    const ours = this.replay.moves.findLast((move) => this.now.table?.mine.includes(move.seat ?? -1));
    const seat = of ?? ours?.seat;
    if (seat != null) this.#connection.send({ type: "undo", id: newId(), at: this.#seq, seat });
  }

  hint(): void {
    if (this.acting === null) return;
    this.#connection.send({ type: "hint", id: newId(), seat: this.acting });
    this.announcer.tell("hint", t("table.hinting"));
  }

  /** Look at the position after so many moves. */
  async view(moves: number): Promise<void> {
    this.queue.skip();
    this.now.touched = [];
    await this.replay.view(moves);
    const { lastMove } = this.replay;
    this.announcer.spoken = lastMove ? this.names.report(lastMove) : t("table.start-position");
  }

  step(by: number): void {
    if (this.replay.film.open) this.replay.film.step(by);
    else void this.view(this.replay.at + by);
  }

  /** Everything again in another language. */
  async speak(): Promise<void> {
    this.queue.skip();
    this.playback.forget();
    this.now.events = [];
    this.now.words = null;
    this.#connection.greet();
    await this.redress();
  }

  /** Get the stage again, in another language, board or set of pieces. */
  redress(): Promise<void> {
    return this.#staging.dress(this.replay.drawing?.scene ?? "", true);
  }

  /** Show the stage of a scene, if it is not the one that is shown. */
  dress(scene: string): Promise<void> {
    return this.#staging.dress(scene);
  }

  /** Send the changed preferences of this client to the server. */
  greet(): void {
    this.#connection.greet();
  }

  close(): void {
    this.queue.close();
    this.replay.film.close(false);
    this.announcer.close();
    this.presence.close();
    this.#staging.close();
    this.#connection.close();
  }

  // --- inside ---

  get #seq(): number {
    return this.now.table?.seq ?? 0;
  }

  get #mySeat(): number {
    return this.acting ?? this.now.table?.mine[0] ?? 0;
  }

  /** Whether a touch is a place for the item in hand. */
  #lays(place: string): boolean {
    const { stage } = this.now;
    return this.placing.item !== null && stage !== null && placeOf(stage, place) !== undefined;
  }

  #held(place: string): boolean {
    return this.replay.drawing?.pieces.some((piece) => piece.point === place) ?? false;
  }

  /** A touch while something is shown skips it, and means nothing else: the position may have changed. */
  #mayTouch(): boolean {
    const { table } = this.now;
    if (this.replay.film.open) return false; // it has its own way out
    if (this.queue.busy) {
      this.queue.skip();
      return false;
    }
    if (!table || table.end || table.mine.length === 0) return false;
    if (this.replay.viewing !== null) this.announcer.tell("news", t("table.not-at-now"));
    else if (this.hand === null) this.announcer.tell("news", t("table.not-your-turn"));
    return this.hand !== null;
  }

  #drop(): void {
    this.coach.drop();
    this.confirmation.drop();
    this.now.touched = [];
    this.placing.drop();
  }

  #mean(meaning: Meaning): void {
    this.announcer.hush();
    if (meaning.kind === "touched") this.now.touched = meaning.touched;
    else if (meaning.kind === "play") this.propose(meaning.action);
    else this.try(meaning.touched);
    if (meaning.kind === "stuck") this.now.touched = meaning.touched;
  }

  /** The rest of a gesture with the place before it: an arrow needs both ends. */
  #fromTo(gesture: string[]): string[] {
    const from = this.now.touched.at(-1);
    return from === undefined || gesture.length > 1 ? gesture : [from, ...gesture];
  }

  #hello(): Hello {
    return {
      type: "hello",
      after: this.playback.heard,
      language: settings.language,
      thinking: settings.thinking,
    };
  }

  #hear(message: ToClient): void {
    if (this.#questions.hear(message, (answer) => this.#hearAnswer(answer))) return;
    if (message.type === "table") this.playback.hear(message);
    else if (message.type === "moved") this.#hearMoved(message);
    else if (message.type === "glasses") this.#hearGlasses(message.glasses);
    else if (message.type === "past") this.playback.hearPast(message.events);
    else if (message.type === "preparing") this.now.preparing = { done: message.done, total: message.total };
    else if (message.type === "present") this.presence.hear(message);
    else if (message.type === "greeted") this.presence.greeted(message);
    else if (message.type === "thinking") this.now.thought = message;
    else if (message.type === "busy") {
      const { level, seconds, usual } = message;
      this.announcer.tell("news", t("thinking.busy", { level, seconds, usual }));
    } else if (message.type === "analysed") this.review.hear(message);
    else if (message.type === "talked") this.chat.hear(message.lines);
    else if (message.type === "refused") {
      this.announcer.tell("refused", message.text, message.clause);
      this.announcer.sound("refused");
    } else if (message.type === "warned") this.coach.hear(message);
    else if (message.type === "failed" && message.key === "unreadable") {
      this.now.unreadable = message.text;
      this.close();
    } else if (message.type === "failed") this.announcer.tell("failed", message.text);
    else if (message.type === "hinted") {
      this.now.hinted = message;
      this.announcer.tell("hint", `${t("table.hinted", { action: message.words })} ${message.reason}`, message.clause);
    }
  }

  #hearMoved(moved: Moved): void {
    const table = followMoved(this.playback.told, moved);
    if (table === null) this.greet();
    else this.playback.hear(table);
  }

  /** A clock has started between two events. */
  #hearGlasses(glasses: Hourglass[]): void {
    if (this.playback.told) this.playback.told = { ...this.playback.told, glasses };
    if (this.now.table?.seq !== this.playback.told?.seq) return; // the table comes with the events still to be shown
    if (this.now.table) this.now.table = { ...this.now.table, glasses };
    this.now.heard = performance.now();
  }

  /** Tell the server that this display has caught up, if a clock waits for that. */
  #acknowledge(at: number): void {
    const { glasses = [], mine = [] } = this.playback.told ?? {};
    if (mine.length > 0 && glasses.some(({ running }) => running)) this.#connection.say({ type: "displayed", at });
  }

  /** Tell the server that the page is hidden or covered, or in sight again: alone with computers the clock pauses. */
  pause(paused: boolean): void {
    const { players = [], glasses = [] } = this.now.table ?? {};
    const alone = players.filter(({ kind }) => kind !== "computer").length === 1;
    if (alone && glasses.length > 0) this.#connection.say({ type: "pause", paused });
  }

  /** The table has changed, and all that led to it has been shown. */
  #arrived(table: Table, quiet: boolean): void {
    if (quiet) return; // a half-made gesture stays
    this.now.seen = table.seq;
    this.whatIf.end();
    this.#drop();
    void this.#staging.staged.then(() => this.touching.begin());
    this.now.hinted = null;
    this.now.preferred = [];
    if (table.waiting.some((seat) => table.players[seat]?.kind === "computer")) this.now.thought = null;
    if (this.now.known && this.lesson === null) {
      if (table.end !== null && !this.now.known.over) countResult(table);
      this.now.known = rememberTable(this.now.id, { seen: table.seq, over: table.end !== null });
    }
  }

  /** Tell how the score has changed; changes by others stay in sight for a while. */
  #passed(before: Description | null, after: Description | null, events: TableEvent[]): void {
    const acts = events.filter(({ kind }) => kind === "action");
    if (acts.length === 0) return;
    const back = events.some(({ kind }) => kind === "undone");
    const text = back ? this.scores.compare(null, null) : this.scores.compare(before, after);
    const others = acts.some(({ seat }) => !this.now.table?.mine.includes(seat ?? -1));
    if (text) this.announcer.score(text, others);
  }

  #begin(table: Table): void {
    const { id, known } = this.now;
    const dressed = this.dress(table.drawing.scene ?? "");
    if (this.lesson === null && (known || table.mine.length > 0)) {
      const { title, game: spec, mine: seats } = table;
      const [seen, left] = [known?.seen ?? table.seq, known?.opened ?? Date.now()];
      if (table.end !== null && known?.over === false) countResult(table);
      this.now.known = rememberTable(id, { title, spec, seats, over: table.end !== null });
      void dressed.then(async () => {
        await this.since.begin(table, seen, left);
        await this.playback.showSince(seen);
      });
    }
  }

  #hearAnswer(message: ToClient): void {
    if (message.type === "explained") this.now.words = { seq: this.#seq, words: message.words };
    if (message.type === "seen") this.replay.add(message.at, message.drawings);
  }

  #health(health: Health): void {
    const before = this.now.health;
    this.now.health = health;
    if (health === "lost") this.queue.skip(); // positions on the way may never come
    if (health === "open") this.#staging.retry();
    if (before === "lost" && health === "open") {
      this.announcer.tell("news", t("connection.back"));
      if (this.now.analysis && !this.now.analysis.done) this.review.analyse();
    }
    if (health === "lost" && !this.now.table && this.lesson === null) {
      void hasTable(this.now.id).then(
        (known) => {
          if (known) return;
          this.now.missing = true;
          this.close();
        },
        () => undefined, // the server does not answer: the connection goes on trying
      );
    }
  }
}
