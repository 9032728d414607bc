/** A session at a table: its state in one record, and everything a player can do there. */
import { Agreements } from "./agreements";
import { Coach } from "./advice/coach.svelte";
import { Confirmation } from "./confirmation.svelte";
import { Playback } from "./playback.svelte";
import { Connection } from "../net/connection";
import { Ending } from "./score/ending.svelte";
import { Explorer } from "./advice/explorer.svelte";
import { advised, drag, nextPlaces, touch, type Meaning } from "../input/gestures";
import { knownTable } from "../app/storage";
import { Incoming } from "./incoming";
import { Names } from "./names";
import { placeOf } from "../space/pieces";
import { Placing } from "../input/placing.svelte";
import { Presence } from "./presence.svelte";
import { unpack, type Choice } from "../input/choices";
import { Chat } from "./chat.svelte";
import { TouchByTouch } from "../input/touch_by_touch.svelte";
import type { Explore, Hello, Recount, Suppose, ToClient, Touched, Vary } from "../protocol";
import { newId, Questions } from "../net/questions";
import { Replay } from "../playback/replay.svelte";
import type { Arrow } from "../board/arrows";
import { Review } from "./advice/review.svelte";
import { ScoreNews } from "./score/score_news.svelte";
import { Since } from "./since.svelte";
import { StoryRequests } from "./story_requests";
import type { Move } from "../playback/moves";
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
    const incoming = new Incoming(this, {
      connection: () => this.#connection,
      questions: this.#questions,
      staging: this.#staging,
      lesson,
    });
    this.playback = new Playback(this, {
      begin: (table) => incoming.begin(table),
      arrived: (table, quiet) => incoming.arrived(table, quiet),
      recount: (seq) => this.storyRequests.recount(seq),
      passed: (before, after, events) => incoming.passed(before, after, events),
      shown: (seq) => incoming.acknowledge(seq),
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
      hear: (message) => incoming.hear(message),
      health: (health) => incoming.health(health),
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
    this.drop();
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
    this.drop();
    const [seat, rival] = [this.acting, this.whatIf.rival];
    if (rival !== null) this.whatIf.guess(action);
    if (rival !== null || seat === null) return;
    this.since.close();
    this.queue.rest(); // an action ends the playback
    this.#connection.send({ type: "play", id: newId(), at: this.#seq, seat, action, then, sure });
  }

  /** Take an action made by touches; in lessons and the what-if mode without a confirmation. */
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

  /** Tell the server that the page is hidden or covered, or in sight again: alone with computers the clock pauses. */
  pause(paused: boolean): void {
    const { players = [], glasses = [] } = this.now.table ?? {};
    const alone = players.filter(({ kind }) => kind !== "computer").length === 1;
    if (alone && glasses.length > 0) this.#connection.say({ type: "pause", paused });
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

  drop(): void {
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
}
