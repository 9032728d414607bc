/** State of the position editor: the server lists the choices and validates the position. */
import type { Description, EditedPosition, EditorInfo, Piece } from "../protocol";
import { readEdited } from "../net/api";
import { settings } from "../app/settings.svelte";
import { reasonOf } from "../app/texts.svelte";

const WAIT = 150; // milliseconds after a change before the server is asked

export class Editing {
  edited: EditedPosition = $state() as EditedPosition;
  kind: string | null = $state(null); // the piece that a touch puts down; null removes
  position: string | null = $state(null); // if the chosen pieces are one
  reason = $state(""); // if it is not
  drawing: Description = $derived.by(() => ({
    turn: this.edited.turn,
    pieces: [...this.#fixed, ...Object.entries(this.edited.pieces).map(([point, key]) => pieceOf(key, point))],
  }));
  readonly #points: Set<string>;
  readonly #fixed: Piece[];
  #timer: number | undefined;
  #asked = 0;

  constructor(info: EditorInfo) {
    this.#points = new Set(info.points);
    this.#fixed = info.fixed;
    this.edited = info.edited;
    this.kind = info.kinds[0] ?? null;
    void this.#check();
  }

  /** Put the chosen piece on a point, in place of any other piece. */
  touch(place: string): void {
    if (!this.#points.has(place)) return;
    const { [place]: here, ...others } = this.edited.pieces;
    this.edited.pieces = here === this.kind || this.kind === null ? others : { ...others, [place]: this.kind };
    this.changed();
  }

  drag(from: string, to: string): void {
    const { [from]: moved, ...others } = this.edited.pieces;
    if (moved === undefined || !this.#points.has(to)) return;
    this.edited.pieces = { ...others, [to]: moved };
    this.changed();
  }

  clear(): void {
    this.edited.pieces = {};
    this.changed();
  }

  letGo(): void {
    this.kind = null;
  }

  /** Something was changed: ask, once it is quiet, whether it is a position. */
  changed(): void {
    window.clearTimeout(this.#timer);
    this.position = null;
    this.#timer = window.setTimeout(() => void this.#check(), WAIT);
  }

  async #check(): Promise<void> {
    const number = ++this.#asked;
    const [position, reason] = await readEdited($state.snapshot(this.edited), settings.language).then(
      (read) => [read.position, ""],
      (error: unknown) => [null, reasonOf(error)],
    );
    if (number === this.#asked) [this.position, this.reason] = [position ?? null, reason ?? ""];
  }
}

/** A piece by the key of its artwork, a kind or a kind and a seat; `horse-0x2` is a stack of two. */
export function pieceOf(key: string, point = ""): Piece {
  const [, kind = key, seat, count] = /^(.+)-(\d)(?:x(\d))?$/.exec(key) ?? [];
  return seat === undefined ? { kind, point } : { kind, point, seat: Number(seat), count: Number(count ?? 1) };
}
