/** A session at a table: all that the page knows of it in one record, and what a person can do there. */
import { Course } from "./course.svelte";
import { Connection, type Health } from "./connection";
import { drag, nextPlaces, touch, type Meaning } from "./gestures";
import { knownTable, readable, rememberTable, type KnownTable } from "./memory";
import { Names } from "./names";
import { Placing } from "./placing.svelte";
import { followMoved } from "./changes";
import { unpack, type Choice } from "./choices";
import { Touching } from "./touching.svelte";
import type {
  Analysed,
  Event,
  Explain,
  Hello,
  Judged,
  Look,
  Moved,
  Stage,
  Table,
  Thinking,
  ToClient,
  Touch,
  Touched,
} from "./protocol";
import { Replay } from "./replay.svelte";
import { getStage, hasTable } from "./server";
import { Sequence } from "./sequence.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts.svelte";
import { Voice } from "./voice.svelte";

export interface SessionState {
  id: string;
  known: KnownTable | null;
  table: Table | null;
  heard: number; // when the table was told, by the clock of this page
  stage: Stage | null;
  events: Event[];
  touched: string[];
  pointed: string[]; // places that something beside the board tells about
  open: number | null; // the seat that has drawn the curtain at a screen that goes round
  words: { seq: number; words: string[] } | null; // of all choices, where the table left them out
  hinted: string | null;
  preparing: { done: number; total: number } | null;
  thought: Thinking | null; // what the computer thinks
  analysis: { moves: Record<number, Judged>; done: boolean } | null; // of a game that is over, by the number of the move
  health: Health;
  missing: boolean;
}

export class Session {
  readonly now: SessionState;
  readonly names: Names;
  readonly voice: Voice;
  readonly replay: Replay;
  readonly placing: Placing;
  readonly touching: Touching;
  readonly sequence = new Sequence();
  readonly course: Course;
  readonly #connection: Connection;
  #staged: Promise<void> = Promise.resolve();
  #dressed: string | null = null; // the scene of the stage that is shown, or will be
  readonly #asked = new Map<string, (answer: ToClient) => void>();

  constructor(id: string) {
    this.now = $state({
      id,
      known: knownTable(id) ?? null,
      table: null,
      heard: 0,
      stage: null,
      events: [],
      touched: [],
      pointed: [],
      open: null,
      words: null,
      hinted: null,
      preparing: null,
      thought: null,
      analysis: null,
      health: "opening",
      missing: false,
    });
    this.names = new Names(this.now);
    this.voice = new Voice(this.names);
    this.replay = new Replay(this.now, {
      look: async (at, count) => {
        await this.#ask({ type: "look", id: newId(), at, count });
      },
      staged: () => this.#staged,
    });
    this.course = new Course(this, {
      begin: (table) => this.#begin(table),
      arrived: (table) => this.#arrived(table),
    });
    this.placing = new Placing(this);
    this.touching = new Touching(this);
    this.#connection = new Connection(id, {
      hello: () => this.#hello(),
      hear: (message) => this.#hear(message),
      health: (health) => this.#health(health),
    });
  }

  // --- what is to be seen ---

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
    this.replay.viewing === null && !this.covered && !this.sequence.busy ? this.due : null,
  );
  choices: Choice[] = $derived.by(() => (this.now.table?.choices[String(this.acting)] ?? []).map(unpack));
  next: Set<string> = $derived.by(() => {
    if (this.placing.item !== null) return this.placing.lit;
    return this.touching.active ? this.touching.next : nextPlaces(this.choices, this.now.touched);
  });
  /** Whether something of ours can be taken back. */
  mayUndo: boolean = $derived.by(() =>
    this.replay.moves.some((move) => this.now.table?.mine.includes(move.seat ?? -1)),
  );
  hintedGesture: string[] = $derived.by(
    () => this.choices.find((choice) => choice.action === this.now.hinted)?.gesture ?? [],
  );

  // --- what a person can do ---

  touch(place: string): void {
    if (!this.#mayTouch()) return;
    if (this.touching.active) {
      this.voice.hush();
      void this.touching.touch(place, this.#held(place));
    } else this.#mean(this.placing.meant(place) ?? touch(this.choices, this.now.touched, place, this.#held(place)));
  }

  /** Lay what is in hand as it is shown; where it cannot lie, the server says why. */
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

  letGo(): void {
    this.sequence.skip();
    this.#drop();
    this.voice.hush();
  }

  /** Get the words of all choices, if the table left them out. */
  async explain(): Promise<void> {
    const seq = this.#seq;
    if (this.acting === null || this.now.words?.seq === seq || this.choices.every(({ words }) => words !== "")) return;
    await this.#ask({ type: "explain", id: newId(), at: seq, seat: this.acting });
  }

  /** The words of a choice. */
  wordsOf(choice: Choice): string {
    return (
      choice.words ||
      (this.now.words?.seq === this.#seq ? (this.now.words.words[this.choices.indexOf(choice)] ?? "") : "")
    );
  }

  /** Take an action, and others after it as long as they can be taken. */
  play(action: string, then: string[] = []): void {
    this.#drop();
    if (this.acting === null) return;
    this.sequence.rest(); // who acts has seen what was shown
    this.#connection.send({ type: "play", id: newId(), at: this.#seq, seat: this.acting, action, then });
  }

  /** Touched in vain: the server says why. */
  try(touched: string[]): void {
    if (this.placing.item === null) this.now.touched = [];
    if (this.acting !== null)
      this.#connection.send({ type: "try", id: newId(), at: this.#seq, seat: this.acting, touched });
  }

  /** What may follow these places; null if the table has moved on. */
  async follow(touched: string[]): Promise<Touched | null> {
    if (this.acting === null) return null;
    const answer = await this.#ask({ type: "touch", id: newId(), at: this.#seq, seat: this.acting, touched });
    return answer.type === "touched" ? answer : null;
  }

  /** Take back the last move of ours. */
  undo(): void {
    this.sequence.skip();
    const seat = this.replay.moves.findLast((move) => this.now.table?.mine.includes(move.seat ?? -1))?.seat;
    if (seat != null) this.#connection.send({ type: "undo", id: newId(), at: this.#seq, seat });
  }

  hint(): void {
    if (this.acting !== null) this.#connection.send({ type: "hint", id: newId(), seat: this.acting });
  }

  offerDraw(): void {
    this.sequence.skip();
    this.#connection.send({ type: "offer-draw", id: newId(), at: this.#seq, seat: this.#mySeat });
  }

  answer(accept: boolean): void {
    this.sequence.skip();
    const seat = this.now.table?.mine.find(
      (mine) => mine !== this.now.table?.asking && !this.now.table?.agreed.includes(mine),
    );
    if (seat !== undefined) this.#connection.send({ type: "answer", id: newId(), at: this.#seq, seat, accept });
  }

  resign(): void {
    this.#connection.send({ type: "resign", id: newId(), seat: this.#mySeat });
  }

  rematch(): void {
    this.#connection.send({ type: "rematch", id: newId(), seat: this.#mySeat });
  }

  /** Have every move of the game thought about, now that it is over. */
  analyse(): void {
    this.now.analysis ??= { moves: {}, done: false };
    this.#connection.send({ type: "analyse", id: newId() });
  }

  /** Look at the position after so many moves. */
  async view(moves: number): Promise<void> {
    this.sequence.skip();
    this.now.touched = [];
    await this.replay.view(moves);
    this.voice.spoken = this.replay.lastMove?.said?.words ?? t("table.start-position");
  }

  step(by: number): void {
    void this.view(this.replay.at + by);
  }

  /** Everything again in another language. */
  async speak(): Promise<void> {
    this.sequence.skip();
    this.course.forget();
    this.now.events = [];
    this.now.words = null;
    this.#connection.greet();
    this.#dressed = null;
    await this.dress(this.replay.drawing?.scene ?? "");
  }

  /** Show the stage of a scene, if it is not the one that is shown. */
  dress(scene: string): Promise<void> {
    const { table } = this.now;
    if (!table || this.#dressed === scene) return this.#staged;
    this.#dressed = scene;
    this.#staged = getStage(table.game, settings.language, scene).then((stage) => {
      if (this.#dressed === scene) this.now.stage = stage;
    });
    return this.#staged;
  }

  /** Tell the server again what this reader wants to be told. */
  greet(): void {
    this.#connection.greet();
  }

  close(): void {
    this.sequence.close();
    this.voice.close();
    this.#connection.close();
  }

  // --- inside ---

  get #seq(): number {
    return this.now.table?.seq ?? 0;
  }

  get #mySeat(): number {
    return this.acting ?? this.now.table?.mine[0] ?? 0;
  }

  #held(place: string): boolean {
    return this.replay.drawing?.pieces.some((piece) => piece.point === place) ?? false;
  }

  /** A touch while something is shown skips it, and means nothing else: what it was meant for may have changed. */
  #mayTouch(): boolean {
    const { table } = this.now;
    if (this.sequence.busy) {
      this.sequence.skip();
      return false;
    }
    if (!table || table.end || table.mine.length === 0) return false;
    if (this.replay.viewing !== null) this.voice.tell("news", t("table.not-at-now"));
    else if (this.acting === null) this.voice.tell("news", t("table.not-your-turn"));
    return this.acting !== null;
  }

  #drop(): void {
    this.now.touched = [];
    this.placing.drop();
  }

  #mean(meaning: Meaning): void {
    this.voice.hush();
    if (meaning.kind === "touched") this.now.touched = meaning.touched;
    else if (meaning.kind === "play") this.play(meaning.action);
    else this.try(meaning.touched);
  }

  #hello(): Hello {
    return {
      type: "hello",
      tokens: readable(this.now.known?.tokens ?? []),
      after: this.course.heard,
      language: settings.language,
      thinking: settings.thinking,
    };
  }

  #hear(message: ToClient): void {
    if ("id" in message && this.#asked.has(message.id ?? "")) this.#hearAnswer(message);
    else if (message.type === "table") this.course.hear(message);
    else if (message.type === "moved") this.#hearMoved(message);
    else if (message.type === "past") this.course.hearPast(message.events);
    else if (message.type === "preparing") this.now.preparing = { done: message.done, total: message.total };
    else if (message.type === "thinking") this.now.thought = message;
    else if (message.type === "analysed") this.#hearAnalysis(message);
    else if (message.type === "refused") {
      this.voice.tell("refused", message.text, message.clause);
      this.voice.sound("refused");
    } else if (message.type === "failed") this.voice.tell("failed", message.text);
    else if (message.type === "hinted") {
      this.now.hinted = message.action;
      this.voice.tell("hint", t("table.hinted", { action: message.words }));
    }
  }

  #hearMoved(moved: Moved): void {
    const table = followMoved(this.course.told, moved);
    if (table === null) this.greet();
    else this.course.hear(table);
  }

  /** The table has changed, and all that led to it has been shown. */
  #arrived(table: Table): void {
    this.#drop();
    void this.#staged.then(() => this.touching.begin());
    this.now.hinted = null;
    if (table.waiting.some((seat) => table.players[seat]?.kind === "computer")) this.now.thought = null;
    if (table.end && !this.now.known?.over) this.now.known = rememberTable(this.now.id, { over: true });
  }

  #hearAnalysis(message: Analysed): void {
    const moves = this.now.analysis?.moves ?? {};
    for (const move of message.moves) moves[move.number] = move;
    this.now.analysis = { moves, done: message.done };
  }

  #begin(table: Table): void {
    const { id, known } = this.now;
    if (known || table.mine.length > 0) {
      this.now.known = rememberTable(id, { title: table.title, spec: table.game, over: table.end !== null });
    }
    void this.dress(table.drawing.scene ?? "");
  }

  /** Send a question; done when it is answered. */
  #ask(question: Look | Explain | Touch): Promise<ToClient> {
    return new Promise((resolve) => {
      this.#asked.set(question.id, resolve);
      this.#connection.send(question);
    });
  }

  #hearAnswer(message: ToClient): void {
    if (message.type === "explained") this.now.words = { seq: this.#seq, words: message.words };
    if (message.type === "seen") this.replay.add(message.at, message.drawings);
    if (!("id" in message) || message.id === null) return;
    this.#asked.get(message.id)?.(message);
    this.#asked.delete(message.id);
  }

  #health(health: Health): void {
    const before = this.now.health;
    this.now.health = health;
    if (health === "lost") this.sequence.skip(); // positions on the way may never come
    if (before === "lost" && health === "open") {
      this.voice.tell("news", t("connection.back"));
      if (this.now.analysis && !this.now.analysis.done) this.analyse();
    }
    if (health === "lost" && !this.now.table) {
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

function newId(): string {
  const secure = "randomUUID" in crypto; // it is missing where the page does not come over HTTPS
  return secure ? crypto.randomUUID() : Math.random().toString(36).slice(2);
}
