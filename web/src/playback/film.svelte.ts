/** Film of one action: its story scene by scene on the board and in words, with speed and direction. */
import { followChanges } from "./patch";
import type { Description, Recounted, Saying } from "../protocol";
import { PAGE, type Watch } from "./queue.svelte";

export interface Scene {
  drawing: Description;
  saying: Saying;
  clause: string;
  chapter: Saying | null;
}

/** The kind of film: an event, a supposed event or a better line; the key of its title. */
type Kind = "title" | "supposed" | "line";

export const SPEEDS = [0.5, 1, 2] as const;
const LASTS = 1_500; // milliseconds that a scene is seen

export class Film {
  scenes: Scene[] = $state.raw([]);
  at = $state(0); // the scene that is shown
  playing = $state(false);
  speed: number = $state(1);
  kind: Kind = $state("title");
  #alarm: number | undefined;
  #ended: () => void = () => undefined;

  constructor(
    private readonly moves: () => boolean, // whether the reader wants things to move by themselves
    private readonly watch: Watch = PAGE,
  ) {}

  open: boolean = $derived.by(() => this.scenes.length > 0);
  scene: Scene | null = $derived.by(() => this.scenes[this.at] ?? null);
  drawing: Description | null = $derived.by(() => this.scene?.drawing ?? null);
  points: string[] = $derived.by(() => this.scene?.saying.points ?? []);

  /** Show a story; `ended` is called when it is closed. Without animation the end and the list of all scenes are shown. */
  show(story: Recounted, kind: Kind = "title", ended: () => void = () => undefined): void {
    this.close();
    let drawing = story.drawing;
    this.scenes = story.shots.map(({ saying, clause, chapter, changes }) => {
      drawing = followChanges(drawing, changes);
      return { drawing, saying, clause, chapter };
    });
    this.kind = kind;
    this.#ended = ended;
    const moves = this.moves();
    this.at = moves || kind === "line" ? 0 : this.scenes.length - 1; // a line is stepped through
    this.play(moves);
  }

  play(playing: boolean): void {
    if (playing && this.at >= this.scenes.length - 1) this.at = 0;
    this.playing = playing;
    this.#wait();
  }

  /** Go to a scene, and stay there. */
  view(at: number): void {
    this.at = Math.max(0, Math.min(at, this.scenes.length - 1));
    this.play(false);
  }

  step(by: number): void {
    this.view(this.at + by);
  }

  hasten(speed: number): void {
    this.speed = speed;
    this.#wait();
  }

  /** End the film, quietly if something else is shown next. */
  close(telling = true): void {
    const ended = telling ? this.#ended : () => undefined;
    this.#ended = () => undefined;
    this.playing = false;
    this.scenes = [];
    this.#wait();
    ended();
  }

  #wait(): void {
    if (this.#alarm !== undefined) this.watch.cancel(this.#alarm);
    this.#alarm = this.playing ? this.watch.after(LASTS / this.speed, () => this.#next()) : undefined;
  }

  #next(): void {
    if (this.at < this.scenes.length - 1) this.at += 1;
    else this.playing = false;
    this.#wait();
  }
}
