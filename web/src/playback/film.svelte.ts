/** The film of what happened inside one action: its story on the board and in words, forward, back, quick or slow. */
import { followChanges } from "./patch";
import type { Description, Recounted, Saying } from "../protocol";
import { PAGE, type Watch } from "./queue.svelte";

export interface Scene {
  drawing: Description;
  saying: Saying;
  clause: string;
  chapter: Saying | null;
}

/** What it shows: what happened, what would happen, or a line that was better; by the key of its title. */
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

  /** Show a story; `ended` is called when it is closed. Who wants nothing to move sees the end, and the list of all. */
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

  /** End the film, seen or not; quietly, where somebody goes on anyway. */
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
