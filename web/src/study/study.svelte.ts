/** State of a study: its tree, the position looked at, and its legal moves. The server judges every change. */
import { settings } from "../app/settings.svelte";
import { reasonOf, t } from "../app/texts.svelte";
import type { Choice } from "../input/choices";
import { besideTheBoard, drag, nextPlaces, touch, type Meaning } from "../input/gestures";
import { getStage, getStudyChoices, readStudy } from "../net/api";
import type { Description, Stage, Study, StudyChoices, StudyMove } from "../protocol";
import { change, type Change } from "../space/pieces";
import { packRecord, unpackRecord } from "./packing";
import { drawingsOf, Tree } from "./tree";

export class Studying {
  study: Study | null = $state.raw(null);
  tree: Tree = $state.raw(new Tree([]));
  stage: Stage | null = $state.raw(null);
  at = $state(0); // the position looked at
  touched: string[] = $state.raw([]);
  trouble = $state("");
  packed = $state(""); // the record in the link
  #drawings: Description[] = $state.raw([]);
  #choices: (StudyChoices & { at: number; study: Study }) | null = $state.raw(null);
  #scene: string | null = null;
  #asked = 0;
  #listing = Promise.resolve();
  #changing = Promise.resolve();

  drawing: Description | null = $derived.by(() => this.#drawings[this.at] ?? null);
  move: StudyMove | null = $derived.by(() => this.study?.moves[this.at] ?? null);
  next: number[] = $derived.by(() => this.tree.at(this.at).children);
  /** The legal moves, once the server has listed them. */
  listed: StudyChoices | null = $derived.by(() =>
    this.#choices?.at === this.at && this.#choices.study === this.study ? this.#choices : null,
  );
  choices: Choice[] = $derived.by(() => (this.listed?.chance === false ? this.listed.choices : []));
  places: Set<string> = $derived.by(() => nextPlaces(this.choices, this.touched));
  /** Choices that need no board: outcomes of chance, and items next to it. */
  beside: { label: string; choice: Choice; place: string | null }[] = $derived.by(() => {
    const { listed, stage } = this;
    if (!listed || !stage) return [];
    if (listed.chance) return listed.choices.map((choice) => ({ label: choice.words, choice, place: null }));
    const wordless = this.choices.filter(({ gesture }) => gesture.length === 0);
    const items = besideTheBoard(this.choices, stage.points, this.touched);
    return [
      ...wordless.map((choice) => ({ label: choice.words || choice.action, choice, place: null })),
      ...items.map((choice) => {
        const place = choice.gesture[this.touched.length] ?? "";
        const whole = choice.gesture.length === this.touched.length + 1;
        return { label: (whole && choice.words) || (stage.items[place]?.name ?? place), choice, place };
      }),
    ];
  });
  lastChange: Change | null = $derived.by(() => {
    const { parent = null, way = [] } = this.move ?? {};
    const before = parent === null ? undefined : this.#drawings[parent];
    if (!before || !this.drawing || !this.stage) return null;
    const found = change(before, this.drawing, this.stage);
    return found && { ...found, way };
  });

  async open(packed: string): Promise<void> {
    try {
      await this.#read(await unpackRecord(packed), []);
    } catch (error) {
      this.trouble = error instanceof DOMException || error instanceof TypeError ? t("study.none") : reasonOf(error);
    }
  }

  /** Have the server read a record, and look at the position after these steps. */
  async #read(record: string, steps: string[]): Promise<void> {
    const study = await readStudy(record, settings.language);
    this.packed = await packRecord(study.record);
    this.tree = new Tree(study.moves);
    this.#drawings = drawingsOf(study);
    this.study = study;
    this.trouble = "";
    await this.view(this.tree.find(steps));
  }

  /** Look at a position, on the stage of its scene. */
  async view(number: number): Promise<void> {
    this.at = number;
    this.touched = [];
    this.#listing = this.#list();
    await Promise.all([this.dress(), this.#listing]);
  }

  async dress(anew = false): Promise<void> {
    const scene = this.drawing?.scene ?? "";
    if (!this.study || (this.#scene === scene && !anew)) return;
    this.#scene = scene;
    this.stage = await getStage(this.study.spec, settings.language, settings, scene);
  }

  async #list(): Promise<void> {
    const { study, at } = this;
    if (!study) return;
    const number = (this.#asked += 1);
    const found = await getStudyChoices(this.#here(study)).catch(() => null);
    if (found && number === this.#asked) this.#choices = { ...found, at, study };
  }

  #here(study: Study) {
    const start = typeof study.parts.start === "string" ? study.parts.start : null;
    return { spec: study.spec, start, line: this.tree.stepsTo(this.at), language: settings.language };
  }

  step(by: number): boolean {
    const { parent, children } = this.tree.at(this.at);
    const to = by < 0 ? parent : children[0];
    if (to == null) return false;
    void this.view(to);
    return true;
  }

  /** Another move in the same position. */
  turnTo(by: number): boolean {
    const { parent } = this.tree.at(this.at);
    const all = parent === null ? [] : this.tree.at(parent).children;
    const to = all[all.indexOf(this.at) + by];
    if (to === undefined) return false;
    void this.view(to);
    return true;
  }

  async touch(place: string): Promise<void> {
    await this.#settle();
    const held = this.drawing?.pieces.some(({ point }) => point === place) ?? false;
    this.#mean(touch(this.choices, this.touched, place, held));
  }

  async drag(from: string, to: string): Promise<void> {
    await this.#settle();
    this.#mean(drag(this.choices, from, to, true));
  }

  /** Choose something next to the board. */
  choose({ choice, place }: { choice: Choice; place: string | null }): void {
    if (place === null) void this.add(choice.action);
    else void this.touch(place);
  }

  #mean(meaning: Meaning): void {
    if (meaning.kind === "play") void this.add(meaning.action);
    else if (meaning.kind === "touched") this.touched = meaning.touched;
    else void this.#ask(meaning.touched);
    if (meaning.kind === "stuck") this.touched = meaning.touched;
  }

  /** Ask why the touched places make no move. */
  async #ask(touched: string[]): Promise<void> {
    this.touched = [];
    if (!this.study || !this.listed) return;
    await getStudyChoices({ ...this.#here(this.study), touched }).catch((error: unknown) => {
      this.trouble = reasonOf(error);
    });
  }

  /** Wait for changes and legal moves under way, because without them every touch would be refused. */
  async #settle(): Promise<void> {
    await this.#changing;
    await this.#listing;
  }

  /** Make a move from here: one that is known is shown, another one becomes a variation. */
  add(step: string): Promise<void> {
    return this.#change((tree) => {
      tree.add(this.at, step);
      return [...this.tree.stepsTo(this.at), step];
    });
  }

  /** Add a move that is written in notation. */
  async write(notation: string): Promise<void> {
    const text = notation.trim();
    const bare = /^(?:\d:|~)?(?:"[^"]*"|[^\s"(){}]+)$/.test(text);
    if (text) await this.add(bare ? text : `"${text.replaceAll('"', "")}"`);
  }

  comment(text: string): Promise<void> {
    return this.#change((tree) => {
      tree.comment(this.at, text);
      return this.tree.stepsTo(this.at);
    });
  }

  promote(): Promise<void> {
    return this.#change((tree) => {
      tree.promote(this.at);
      return this.tree.stepsTo(this.at);
    });
  }

  remove(): Promise<void> {
    return this.#change((tree) => {
      tree.remove(this.at);
      return this.tree.stepsTo(this.at).slice(0, -1);
    });
  }

  /** Make a change after those under way, so that each of them counts. */
  #change(act: (tree: Tree) => string[]): Promise<void> {
    this.#changing = this.#changing.then(() => this.#attempt(act));
    return this.#changing;
  }

  /** Change a copy of the tree, which counts once the server has found it legal; `act` returns the steps to look at. */
  async #attempt(act: (tree: Tree) => string[]): Promise<void> {
    if (!this.study) return;
    const tree = new Tree(this.study.moves);
    const steps = act(tree);
    this.touched = [];
    try {
      await this.#read(tree.write(this.study.parts), steps);
    } catch (error) {
      this.trouble = reasonOf(error);
    }
  }
}
