/** A sitting at a table: all that the page knows of it in one record, and what a person can do there. */
import { Connection, type Health } from "./connection";
import { drag, nextPlaces, touch, type Meaning } from "./gestures";
import { knownMatch, rememberMatch, type KnownMatch } from "./memory";
import { change, type Change, type Drawing, type Saying } from "./pieces";
import { Placing } from "./placing.svelte";
import type { Analysed, Choice, Event, Explain, Hello, Judged, Look, Stage, Table, Thinking, ToClient } from "./protocol";
import { getStage, hasMatch } from "./server";
import { duration, settings } from "./settings.svelte";
import { play as playSound } from "./sound";
import { movesOf, type Move } from "./story";
import { fill, t } from "./texts.svelte";

export interface Notice {
  kind: "refused" | "failed" | "hint" | "news";
  text: string;
  clause: string | null;
}

export interface Sitting {
  match: string;
  known: KnownMatch | null;
  table: Table | null;
  stage: Stage | null;
  events: Event[];
  drawings: Record<number, Drawing>; // by the number of events before them
  passing: number | null; // the event shown for a moment, on the way to the latest
  viewing: number | null; // the number of moves made in the position looked at; null for the game as it is
  touched: string[];
  pointed: string[]; // places that something beside the board tells about
  open: number | null; // the seat that has drawn the curtain at a screen that goes round
  words: { seq: number; words: string[] } | null; // of all choices, where the table left them out
  hinted: string | null;
  notice: Notice | null;
  spoken: string; // for screen readers
  preparing: { done: number; total: number } | null;
  thought: Thinking | null; // what the computer thinks
  analysis: { moves: Record<number, Judged>; done: boolean } | null; // of a game that is over, by the number of the move
  health: Health;
  missing: boolean;
}

/** As much of a sitting as the board itself looks at. */
export type AtBoard = Pick<
  Session,
  "acting" | "choices" | "next" | "drawing" | "lastChange" | "hintedGesture" | "touch" | "drag" | "letGo" | "step"
> & { readonly now: Pick<Sitting, "touched" | "pointed">; readonly placing: Placing | null };

const NOTICE_LASTS = 9_000;
const LOT_LASTS = 1_100; // until what is thrown has been seen
const PAGE = 16; // positions asked for at once
const LOOK_BACK = 4; // moves among which the last that changed something on the board is looked for

export class Session {
  readonly now: Sitting;
  readonly placing: Placing;
  readonly #connection: Connection;
  #staged: Promise<void> = Promise.resolve();
  readonly #looks = new Map<string, () => void>();
  #noticeTimer: number | undefined;

  constructor(match: string) {
    this.now = $state({
      match, known: knownMatch(match) ?? null, table: null, stage: null, events: [], drawings: {}, passing: null, viewing: null,
      touched: [], pointed: [], open: null, words: null, hinted: null, notice: null, spoken: "", preparing: null, thought: null, analysis: null, health: "opening", missing: false,
    }); // prettier-ignore
    this.placing = new Placing(this);
    this.#connection = new Connection(match, {
      hello: () => this.#hello(),
      hear: (message) => this.#hear(message),
      health: (health) => this.#health(health),
    });
  }

  // --- what is to be seen ---

  moves: Move[] = $derived.by(() => movesOf(this.now.events));
  /** The seat of ours that is to act. */
  due: number | null = $derived.by(() => this.now.table?.waiting.find((seat) => this.now.table?.mine.includes(seat)) ?? null);
  /** Whether several people share this screen and the one whose turn it is has not come to it yet. */
  covered: boolean = $derived.by(() => {
    const { table, open } = this.now;
    return this.due !== null && open !== this.due && (table?.mine.length ?? 0) > 1 && (table?.drawing as Drawing).secret === true;
  });
  /** The seat of ours that is to act, if the game as it is is looked at. */
  acting: number | null = $derived.by(() => (this.now.viewing === null && !this.covered ? this.due : null));
  choices: Choice[] = $derived.by(() => this.now.table?.choices[String(this.acting)] ?? []);
  next: Set<string> = $derived.by(() => (this.placing.item !== null ? this.placing.lit : nextPlaces(this.choices, this.now.touched)));
  /** The move that led to the position looked at. */
  lastMove: Move | null = $derived.by(() => this.moves[(this.now.viewing ?? this.moves.length) - 1] ?? null);
  drawing: Drawing | null = $derived.by(() => {
    const { table, viewing, drawings, passing } = this.now;
    if (viewing === null && passing !== null) return drawings[passing] ?? null;
    if (viewing === null) return (table?.drawing as Drawing | undefined) ?? null;
    return drawings[this.lastMove?.seq ?? 0] ?? (table?.drawing as Drawing | undefined) ?? null;
  });
  /** What the last move did of those that did something on the board. */
  lastChange: Change | null = $derived.by(() => {
    const found = this.#acted(this.now.viewing ?? this.moves.length).map((seq) => this.#changeBy(seq));
    return found.find((change) => change !== null) ?? null;
  });
  /** What lies beside the board: as it is, though the board may still show how it came to that. */
  beside: Drawing | null = $derived.by(() => (this.now.viewing === null ? ((this.now.table?.drawing as Drawing | undefined) ?? null) : this.drawing));
  hintedGesture: string[] = $derived.by(
    () => this.choices.find((choice) => choice.action === this.now.hinted)?.gesture ?? [],
  );

  nameOf(seat: number): string {
    const name = this.playerOf(seat);
    const role = this.now.table?.roles[seat] ?? "";
    return name ? `${name} (${role})` : role;
  }

  /** The name of who sits on a seat, if there is one. */
  playerOf(seat: number): string {
    const player = this.now.table?.players[seat];
    if (player?.kind !== "computer") return player?.name ?? "";
    if (player.engine) return player.engine;
    return t("table.computer-level", { name: player.name || t("table.computer"), level: player.level ?? "" });
  }

  isComputer(seat: number): boolean {
    return this.now.table?.players[seat]?.kind === "computer";
  }

  // --- what a person can do ---

  touch(place: string): void {
    if (!this.#mayTouch()) return;
    this.#mean(this.placing.meant(place) ?? touch(this.choices, this.now.touched, place, this.#held(place)));
  }

  /** Lay what is in hand as it is shown; where it cannot lie, the server says why. */
  lay(): void {
    if (this.placing.aim !== null) this.touch(this.placing.aim);
  }

  /** Draw the curtain: the one whose turn it is has come to the screen. */
  uncover(): void {
    this.now.open = this.due;
    this.now.viewing = null;
  }

  drag(from: string, to: string): void {
    if (!this.#mayTouch()) return;
    this.#mean(drag(this.choices, from, to, this.#held(from)));
  }

  letGo(): void {
    this.#drop();
    this.now.notice = null;
  }

  /** Get the words of all choices, if the table left them out. */
  async explain(): Promise<void> {
    const seq = this.#seq;
    if (this.acting === null || this.now.words?.seq === seq || this.choices.every(({ words }) => words !== "")) return;
    await this.#ask({ type: "explain", id: newId(), at: seq, seat: this.acting });
  }

  /** The words of a choice. */
  wordsOf(choice: Choice): string {
    return choice.words || (this.now.words?.seq === this.#seq ? (this.now.words.words[this.choices.indexOf(choice)] ?? "") : "");
  }

  /** A saying of the stage in words. */
  say(saying: Saying): string {
    const values: Record<string, string> = {};
    const short = (seat: number): string => (this.isComputer(seat) ? (this.now.table?.roles[seat] ?? "") : this.nameOf(seat));
    for (const [key, value] of Object.entries(saying)) {
      if (key === "seat") values[key] = short(Number(value));
      else if (key === "seats") values[key] = (value as number[]).map(short).join(", ");
      else values[key] = String(value);
    }
    return fill(this.now.stage?.sayings[saying.say] ?? saying.say, values);
  }

  play(action: string): void {
    this.#drop();
    if (this.acting === null) return;
    this.#connection.send({ type: "play", id: newId(), at: this.#seq, seat: this.acting, action });
  }

  /** Take back the last move of ours. */
  undo(): void {
    const seat = this.moves.findLast((move) => this.now.table?.mine.includes(move.seat ?? -1))?.seat;
    if (seat != null) this.#connection.send({ type: "undo", id: newId(), at: this.#seq, seat });
  }

  hint(): void {
    if (this.acting !== null) this.#connection.send({ type: "hint", id: newId(), seat: this.acting });
  }

  offerDraw(): void {
    this.#connection.send({ type: "offer-draw", id: newId(), at: this.#seq, seat: this.#mySeat });
  }

  answer(accept: boolean): void {
    const seat = this.now.table?.mine.find((mine) => mine !== this.now.table?.asking && !this.now.table?.agreed.includes(mine));
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
    const count = Math.max(0, Math.min(moves, this.moves.length));
    this.now.touched = [];
    const seq = this.moves[count - 1]?.seq ?? 0;
    await this.#fetchDrawings(seq, ...this.#acted(count).flatMap((acted) => [acted, acted - 1]));
    this.now.viewing = count === this.moves.length ? null : count;
    this.now.spoken = this.lastMove?.said?.words ?? t("table.start-position");
  }

  step(by: number): void {
    void this.view((this.now.viewing ?? this.moves.length) + by);
  }

  /** Everything again in another language. */
  async speak(): Promise<void> {
    this.now.events = [];
    this.now.words = null;
    this.#connection.greet();
    if (this.now.table) this.now.stage = await getStage(this.now.table.game, settings.language);
  }

  /** Tell the server again what this reader wants to be told. */
  greet(): void {
    this.#connection.greet();
  }

  close(): void {
    window.clearTimeout(this.#noticeTimer);
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
    return this.drawing?.pieces.some((piece) => piece.point === place) ?? false;
  }

  #mayTouch(): boolean {
    const { table, viewing } = this.now;
    if (!table || table.end || table.mine.length === 0) return false;
    if (viewing !== null) this.#tell("news", t("table.not-at-now"));
    else if (this.acting === null) this.#tell("news", t("table.not-your-turn"));
    return this.acting !== null;
  }

  #drop(): void {
    this.now.touched = [];
    this.placing.drop();
  }

  #mean(meaning: Meaning): void {
    this.now.notice = null;
    if (meaning.kind === "touched") this.now.touched = meaning.touched;
    else if (meaning.kind === "play") this.play(meaning.action);
    else this.#try(meaning.touched);
  }

  /** Touched in vain: the server says why. */
  #try(touched: string[]): void {
    if (this.placing.item === null) this.now.touched = [];
    if (this.acting !== null) this.#connection.send({ type: "try", id: newId(), at: this.#seq, seat: this.acting, touched });
  }

  #hello(): Hello {
    const after = this.now.events.at(-1)?.seq ?? 0;
    return { type: "hello", tokens: this.now.known?.tokens ?? [], after, language: settings.language, thinking: settings.thinking };
  }

  #hear(message: ToClient): void {
    if ("id" in message && this.#looks.has(message.id ?? "")) this.#hearLook(message);
    else if (message.type === "table") this.#hearTable(message);
    else if (message.type === "past") this.now.events.push(...message.events);
    else if (message.type === "preparing") this.now.preparing = { done: message.done, total: message.total };
    else if (message.type === "thinking") this.now.thought = message;
    else if (message.type === "analysed") this.#hearAnalysis(message);
    else if (message.type === "refused") {
      this.#tell("refused", message.text, message.clause);
      if (settings.sound) playSound("refused");
    } else if (message.type === "failed") this.#tell("failed", message.text);
    else if (message.type === "hinted") {
      this.now.hinted = message.action;
      this.#tell("hint", t("table.hinted", { action: message.words }));
    }
  }

  #hearTable(table: Table): void {
    const first = this.now.table === null;
    const last = this.now.events.at(-1)?.seq ?? 0;
    const news = table.events.filter((event) => event.seq > last);
    const moved = table.seq !== this.#seq;
    this.now.drawings[table.seq] = table.drawing as Drawing;
    this.now.events.push(...news);
    this.now.table = table;
    if (table.ready) this.now.preparing = null;
    if (first) this.#begin(table);
    if (!moved) return;
    void this.#passThrows(news, table, first ? 0 : last);
    this.#drop();
    this.now.hinted = null;
    if (table.waiting.some((seat) => table.players[seat]?.kind === "computer")) this.now.thought = null;
    if (!first) this.#announce(news, table);
    if (table.end && !this.now.known?.over) this.now.known = rememberMatch(this.now.match, { over: true });
    void this.#fetchLastChange();
  }

  #hearAnalysis(message: Analysed): void {
    const moves = this.now.analysis?.moves ?? {};
    for (const move of message.moves) moves[move.number] = move;
    this.now.analysis = { moves, done: message.done };
  }

  #begin(table: Table): void {
    const { match, known } = this.now;
    if (known || table.mine.length > 0) {
      this.now.known = rememberMatch(match, { title: table.title, spec: table.game, over: table.end !== null });
    }
    this.#staged = getStage(table.game, settings.language).then((stage) => void (this.now.stage = stage));
  }

  /** What chance did several times at once is shown one by one, on the way from the event that was seen last. */
  async #passThrows(news: Event[], table: Table, last: number): Promise<void> {
    this.now.passing = null;
    const lots = news.filter((event) => event.kind === "action" && (event.seat ?? 0) >= table.roles.length);
    const begins = last === 0 && lots.length === news.length; // else somebody comes to a game in progress
    const passed = lots.slice(0, -1).map((event) => event.seq);
    if (passed.length === 0 || duration(LOT_LASTS) === 0 || (last === 0 && !begins)) return;
    this.now.passing = last;
    await Promise.all([this.#fetchBetween(last, passed.at(-1) ?? last), this.#staged]);
    const told = (seq: number): string => JSON.stringify([this.now.drawings[seq]?.pieces, this.now.drawings[seq]?.shown]);
    for (const seq of passed.filter((each) => told(each) !== told(each - 1))) {
      if (this.#seq !== table.seq) return; // the game has gone on
      this.now.passing = seq;
      await new Promise((resolve) => window.setTimeout(resolve, duration(LOT_LASTS)));
    }
    if (this.#seq === table.seq) this.now.passing = null;
  }

  #announce(news: Event[], table: Table): void {
    const said = news.map((event) => this.#say(event)).filter(Boolean);
    if (table.end) said.push(table.end.text);
    if (said.length > 0) this.now.spoken = said.join(" ");
    const declined = news.find((event) => event.kind === "declined");
    if (declined) this.#tell("news", t("asked.declined", { name: this.nameOf(declined.seat ?? 0) }));
    const acted = news.some((event) => event.kind === "action");
    if (acted && this.now.notice && this.now.notice.kind !== "news") this.now.notice = null;
    const left = news.find((event) => event.kind === "left");
    if (left) this.#tell("news", t("table.left", { name: this.now.table?.roles[left.seat ?? 0] ?? "" }));
    const replaced = news.find((event) => event.kind === "replaced");
    if (replaced) this.#tell("news", t("table.replaced", { name: this.now.table?.roles[replaced.seat ?? 0] ?? "" }));
    if (settings.sound && (acted || table.end)) {
      window.setTimeout(() => playSound(table.end ? "end" : this.lastChange?.gone.length ? "capture" : "move"), duration(120));
    }
  }

  #say(event: Event): string {
    if (event.kind === "undone") return t("table.undone", { name: this.nameOf(event.seat ?? 0) });
    return event.said ? `${this.now.table?.roles[event.seat ?? 0] ?? ""}: ${event.said.words}.` : "";
  }

  /** The events of the last moves that seats made, of so many, the latest first; what chance does is shown by itself. */
  #acted(count: number): number[] {
    const seats = this.now.table?.roles.length ?? 0;
    const made = this.moves.slice(0, count).filter(({ seat }) => seat !== null && seat < seats);
    return made.slice(-LOOK_BACK).map(({ seq }) => seq).reverse(); // prettier-ignore
  }

  /** What an event changed on the board; null if nothing, or if the positions are not known. */
  #changeBy(seq: number): Change | null {
    const { stage, drawings } = this.now;
    const [before, after] = [drawings[seq - 1], drawings[seq]];
    return stage && before && after ? change(before, after, stage) : null;
  }

  async #fetchLastChange(): Promise<void> {
    await this.#staged;
    for (const seq of this.#acted(this.moves.length)) {
      await this.#fetchBetween(seq - 1, seq);
      if (this.#changeBy(seq) !== null) return;
    }
  }

  /** Get earlier positions, whole pages of them, so that one can leaf through a game quickly. */
  async #fetchDrawings(...wanted: number[]): Promise<void> {
    const missing = wanted.filter((seq) => !(seq in this.now.drawings));
    const pages = new Set(missing.map((seq) => seq - (seq % PAGE)));
    await Promise.all([...pages].map((at) => this.#look(at)));
  }

  /** Get just the positions from one event to another, those that are not known. */
  async #fetchBetween(first: number, last: number): Promise<void> {
    for (let at = first; at <= last; at += PAGE) {
      const end = Math.min(at + PAGE - 1, last);
      if ([...Array(end - at + 1).keys()].some((step) => !(at + step in this.now.drawings))) await this.#look(at, end - at + 1);
    }
  }

  #look(at: number, count = PAGE): Promise<void> {
    return this.#ask({ type: "look", id: newId(), at, count });
  }

  /** Send a question; done when it is answered. */
  #ask(question: Look | Explain): Promise<void> {
    return new Promise((resolve) => {
      this.#looks.set(question.id, resolve);
      this.#connection.send(question);
    });
  }

  #hearLook(message: ToClient): void {
    if (message.type === "explained") this.now.words = { seq: this.#seq, words: message.words };
    if (message.type === "seen") {
      message.drawings.forEach((drawing, index) => (this.now.drawings[message.at + index] = drawing as Drawing));
    }
    if (!("id" in message) || message.id === null) return;
    this.#looks.get(message.id)?.();
    this.#looks.delete(message.id);
  }

  #tell(kind: Notice["kind"], text: string, clause: string | null = null): void {
    this.now.notice = { kind, text, clause };
    this.now.spoken = kind === "refused" ? `${t("table.refused")} ${text}` : text;
    window.clearTimeout(this.#noticeTimer);
    if (kind !== "refused" && kind !== "hint") {
      this.#noticeTimer = window.setTimeout(() => (this.now.notice = null), NOTICE_LASTS);
    }
  }

  #health(health: Health): void {
    const before = this.now.health;
    this.now.health = health;
    if (before === "lost" && health === "open") {
      this.#tell("news", t("connection.back"));
      if (this.now.analysis && !this.now.analysis.done) this.analyse();
    }
    if (health === "lost" && !this.now.table) {
      void hasMatch(this.now.match).then(
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
  return crypto.randomUUID?.() ?? Math.random().toString(36).slice(2);
}
