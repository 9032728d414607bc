/** Camera of a board: its zoom, the visible section, and the events that move it. */
import { on } from "svelte/events";
import { opposite } from "./flip";
import type { Coordinates } from "../space/geometry";
import { keep, recall } from "../app/storage";
import type { Stage } from "../protocol";
import { duration } from "../app/settings.svelte";
import { across, anchored, around, bounded, HANDY, heart, LEGIBLE, mostZoom, section, STEP } from "../space/viewport";

const PAN = 0.25; // of the window, by a key
const THIN = 0.5; // pixels for each unit of a drawing below which its lines are hardly seen
const THICKEST = 2;
const NARROW = 500; // pixels of a board on which one sees nothing without zoom

const LEFT = "naadam.window"; // where the window was when its page was left

interface Left {
  table: string;
  at: Coordinates; // the middle of the window
  zoom: number;
  names: boolean;
  turnedRound: boolean;
  kept: [number, Coordinates][];
  happening: string; // the places shown last
  acting: number | null; // the seat whose turn it was
}

export class Camera {
  stage: Stage | null = $state.raw(null);
  frame: HTMLElement | null = $state.raw(null); // the window
  world: HTMLElement | null = $state.raw(null); // the whole board, as large as it is now
  width = $state(0); // of the window, in pixels
  height = $state(0);
  zoom = $state(1);
  names = $state(false); // whether the names of the places are shown
  turnedRound = $state(false); // by hand
  own: Coordinates[] = $state.raw([]); // the pieces of the player, to whom the window returns
  #scroll: Coordinates = $state.raw([0, 0]);
  #opened = false;
  #shown = ""; // the places shown before the page was left
  #stays: number | null = null; // the seat whose turn goes on after a reload: its window stays where it was left
  #kept = new Map<number, Coordinates>(); // by seat: the part that it saw when it last acted

  /** The size of the whole board in pixels, without zoom: it is contained in the window. */
  whole: Coordinates = $derived.by(() => {
    const [, , wide, high] = this.stage?.box ?? [0, 0, 1, 1];
    const width = ((this.height || Infinity) * wide) / high;
    if (Math.abs(width - this.width) < 2) return [this.width, this.height]; // but for rounding, they are the same
    return width < this.width ? [width, this.height] : [this.width, (this.width * high) / wide];
  });
  place: number = $derived.by(() => (this.stage ? across(this.stage, this.whole[0]) : 0)); // pixels across, without zoom
  most: number = $derived.by(() => mostZoom(this.place));
  /** Whether there is anything to zoom. */
  zooms: boolean = $derived.by(() => this.most > 1);
  /** Whether only a part of the board is seen. */
  isPart: boolean = $derived.by(() => this.zooms && this.zoom > 1);
  /** How much stronger lines must be to be seen, where the board is drawn very small. */
  thick: number = $derived.by(() => {
    const pixels = (this.whole[0] * this.zoom) / (this.stage?.box[2] ?? 1); // for each unit of the drawing
    return pixels > 0 ? Math.max(1, Math.min(THICKEST, THIN / pixels)) : 1;
  });
  /** The visible section, in the measures of the board. */
  shown: [number, number, number, number] = $derived.by(() =>
    section(
      this.stage?.box ?? [0, 0, 1, 1],
      this.#scroll,
      [this.width, this.height],
      [this.whole[0] * this.zoom, this.whole[1] * this.zoom],
    ),
  );

  constructor(private readonly table = "") {} // without one, nothing is kept

  /** Open the window, once: as its reader left it, or around some places, so that all of them are seen and can be read. */
  open(places: Coordinates[]): void {
    if (this.#opened || !this.zooms || this.width === 0 || !this.stage) return;
    this.#opened = true;
    const left = recall<Left | null>(LEFT, null);
    if (left?.table === this.table) {
      this.names = left.names;
      this.turnedRound = left.turnedRound;
      this.#kept = new Map(left.kept);
      this.#shown = left.happening;
      this.#stays = left.acting;
      this.zoomTo(left.zoom);
      this.centre(left.at, false);
      return;
    }
    this.#surround(this.stage, places);
  }

  /** Show all of some places as large as is useful. */
  #surround(stage: Stage, places: Coordinates[]): void {
    const fingers = this.width < NARROW || matchMedia("(pointer: coarse)").matches;
    const { middle, zoom } = around(stage, places);
    this.zoomTo(Math.min((fingers ? HANDY : LEGIBLE) / this.place, zoom));
    this.centre(middle, false);
  }

  /** Keep the window for when the page comes back: where it is, who acts, and the last event, which is then no news. */
  leave(seat: number | null, happening: string): void {
    if (!this.#opened || !this.table) return;
    this.scrolled();
    const { table, zoom, names, turnedRound } = this;
    if (seat !== null) this.keep(seat);
    const [at, kept] = [this.#middle(), [...this.#kept]];
    const left: Left = { table, at, zoom, names, turnedRound, kept, happening, acting: seat };
    keep(LEFT, left);
  }

  /** Show places of an event if they are not visible; places in question are centred. */
  follow(at: Coordinates, happening: string, asked: boolean): void {
    if (happening !== this.#shown) {
      if (asked) this.centre(at);
      else this.reveal(at);
    }
    this.#shown = "";
  }

  /** The board has become larger or smaller. */
  fit(): void {
    if (this.zoom > this.most) this.zoomTo(this.most);
  }

  scrolled(): void {
    if (this.frame) this.#scroll = [this.frame.scrollLeft, this.frame.scrollTop];
  }

  /** Zoom around a place of the window, in pixels. */
  zoomTo(wanted: number, at: Coordinates = [this.width / 2, this.height / 2]): void {
    const { frame, zoom } = this;
    if (!frame) return;
    const next = bounded(wanted, this.place);
    const [[left, top], [after, below]] = [this.#margins(zoom), this.#margins(next)];
    const x = anchored(frame.scrollLeft, at[0] - left, zoom, next) - left + after;
    const y = anchored(frame.scrollTop, at[1] - top, zoom, next) - top + below;
    this.zoom = next;
    frame.classList.toggle("part", next > 1); // synchronously, because scrolling needs the room
    this.world?.classList.add("within");
    const [wide, high] = this.whole;
    const sizes = { zoom: String(next), across: `${wide}px`, down: `${high}px`, high: `${this.height}px` };
    for (const [name, size] of Object.entries(sizes)) this.world?.style.setProperty(`--${name}`, size);
    frame.scrollTo({ left: x, top: y, behavior: "instant" });
    this.scrolled();
  }

  /** The room to the left of a board that is smaller than its window, and above it. */
  #margins(zoom: number): Coordinates {
    return [
      Math.max(0, (this.width - this.whole[0] * zoom) / 2),
      Math.max(0, (this.height - this.whole[1] * zoom) / 2),
    ];
  }

  /** Zoom in or out by so many steps, at a place of the page. */
  zoomBy(steps: number, at?: { clientX: number; clientY: number }): void {
    const box = this.frame?.getBoundingClientRect();
    this.zoomTo(this.zoom * STEP ** steps, at && box ? [at.clientX - box.left, at.clientY - box.top] : undefined);
  }

  panBy(x: number, y: number): void {
    this.frame?.scrollBy({ left: x, top: y, behavior: "instant" });
  }

  /** Show a place of the board in the middle of the window. */
  centre([x, y]: Coordinates, softly = true): void {
    const [left, top, wide, high] = this.stage?.box ?? [0, 0, 1, 1];
    this.frame?.scrollTo({
      left: ((x - left) / wide) * this.whole[0] * this.zoom - this.width / 2,
      top: ((y - top) / high) * this.whole[1] * this.zoom - this.height / 2,
      behavior: softly && duration(1) > 0 ? "smooth" : "instant",
    });
    this.scrolled();
  }

  /** Show a place of the board if it cannot be seen, or hardly. */
  reveal(at: Coordinates): void {
    if (!this.#sees(at)) this.centre(at);
  }

  #sees([x, y]: Coordinates, [left, top, wide, high] = this.shown): boolean {
    const edge = 1.5 * (this.stage?.radius ?? 0);
    const within = x > left + edge && x < left + wide - edge && y > top + edge && y < top + high - edge;
    return within || !this.isPart;
  }

  /** Keep the part that a seat sees as it acts. */
  keep(seat: number): void {
    this.#stays = null;
    this.#kept.set(seat, this.#middle());
  }

  #middle(): Coordinates {
    const [left, top, wide, high] = this.shown;
    return [left + wide / 2, top + high / 2];
  }

  /** At the start of a turn: show a seat where it last acted, or the centre of its pieces if none is visible from there. */
  lead(seat: number): void {
    if (!this.#opened || this.#stays === seat) return;
    const [, , wide, high] = this.shown;
    const kept = this.#kept.get(seat);
    const sees = ([x, y]: Coordinates): boolean =>
      this.own.some((place) => this.#sees(place, [x - wide / 2, y - high / 2, wide, high]));
    const at = kept && sees(kept) ? kept : heart(this.own);
    if (at) this.centre(at);
  }

  /** Show the centre of the player's pieces, as large as when the window opened if the whole board was in sight. */
  showOwn(): void {
    const at = heart(this.own);
    if (!at || !this.stage) return;
    if (this.isPart) this.centre(at);
    else this.#surround(this.stage, [at]);
  }

  /** Turn the board by a half; the part in sight stays in sight. */
  turnRound(): void {
    const { stage } = this;
    const middle = this.#middle();
    this.turnedRound = !this.turnedRound;
    if (!stage) return;
    for (const [seat, at] of this.#kept) this.#kept.set(seat, opposite(stage, at));
    if (this.isPart) this.centre(opposite(stage, middle), false);
  }

  /** Whether a key means something to the window. */
  press(event: KeyboardEvent): boolean {
    if (!this.zooms || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === "+" || event.key === "=") this.zoomBy(1);
    else if (event.key === "-") this.zoomBy(-1);
    else if (event.key === "0") this.zoomTo(1);
    else if (event.key === "m" && this.own.length > 0) this.showOwn();
    else if (event.shiftKey && event.key === "ArrowLeft") this.panBy(-PAN * this.width, 0);
    else if (event.shiftKey && event.key === "ArrowRight") this.panBy(PAN * this.width, 0);
    else if (event.shiftKey && event.key === "ArrowUp") this.panBy(0, -PAN * this.height);
    else if (event.shiftKey && event.key === "ArrowDown") this.panBy(0, PAN * this.height);
    else return false;
    return true;
  }

  /** Two fingers zoom; their listener is not passive, so that the page does not zoom as well. */
  readonly pinching = (element: HTMLElement): (() => void) => {
    let before: { apart: number; zoom: number } | null = null;
    const follow = (event: TouchEvent): void => {
      const [one, other] = [event.touches[0], event.touches[1]];
      if (!this.zooms || !one || !other) {
        before = null;
        return;
      }
      if (event.cancelable) event.preventDefault();
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      before ??= { apart, zoom: this.zoom };
      const box = element.getBoundingClientRect();
      const middle: Coordinates = [
        (one.clientX + other.clientX) / 2 - box.left,
        (one.clientY + other.clientY) / 2 - box.top,
      ];
      this.zoomTo((before.zoom * apart) / before.apart, middle);
    };
    const kinds = ["touchstart", "touchmove", "touchend", "touchcancel"] as const;
    const stops = kinds.map((kind) => on(element, kind, follow, { passive: false }));
    return () => stops.forEach((stop) => stop());
  };
}
