/** Placing an item that covers several places: where it fits, and how it would be laid at a place. Knows no rules. */
import type { Coordinates } from "../space/geometry";
import type { Choice } from "./choices";
import { placeOf } from "../space/pieces";
import type { Item, Stage } from "../protocol";

export type Board = Pick<Stage, "points" | "spots" | "items">;

/** A way to lie: the form, the place of its first cell, and all it covers; `choice` if it is a legal one. */
export interface Placement {
  form: string;
  anchor: string;
  cells: string[];
  choice: Choice | null;
}

const NEAR = 2; // units of the drawing within which two places are one

function at(board: Board, [x, y]: Coordinates): string | null {
  for (const [name, [px, py]] of Object.entries({ ...board.spots, ...board.points })) {
    if (Math.abs(px - x) < NEAR && Math.abs(py - y) < NEAR) return name;
  }
  return null;
}

/** Whether there is anything here that covers several places. */
export function lays(board: Pick<Board, "items">): boolean {
  return Object.values(board.items).some(({ forms }) => Object.keys(forms).length > 0);
}

/** The places that a form covers from its first one; null if it does not fit on the board. */
export function cellsOf(board: Board, item: string, form: string, anchor: string): string[] | null {
  const origin = board.points[anchor];
  const offsets = board.items[item]?.forms[form];
  if (!origin || !offsets) return null;
  const cells = offsets.map(([x, y]) => at(board, [origin[0] + x, origin[1] + y]));
  return cells.every((cell) => cell !== null) ? cells : null;
}

/** All that a choice touches after its first place: the places it covers, or those of its gesture. */
export function reached(board: Board, choice: Choice): string[] {
  const [item = "", ...rest] = choice.gesture;
  const [form, anchor] = rest;
  if (form === undefined || anchor === undefined || !board.items[item]?.forms[form]) return rest;
  return cellsOf(board, item, form, anchor) ?? rest;
}

/** Every legal way to lay an item, in the order of its forms. */
export function placements(board: Board, choices: Choice[], item: string): Placement[] {
  const forms = board.items[item]?.forms ?? {};
  const names = Object.keys(forms);
  const found = choices.flatMap((choice) => {
    const [start, form = "", anchor = ""] = choice.gesture;
    const cells = start === item && form in forms ? cellsOf(board, item, form, anchor) : null;
    return cells ? [{ form, anchor, cells, choice }] : [];
  });
  return found.sort((one, other) => names.indexOf(one.form) - names.indexOf(other.form));
}

/** The ways that cover all of some places, those with their middle nearest to the last of them first. */
export function covering(board: Board, all: Placement[], places: string[]): Placement[] {
  const aim = placeOf(board, places.at(-1) ?? "");
  if (!aim) return [];
  const found = all.filter(({ cells }) => places.every((place) => cells.includes(place)));
  return found.sort((one, other) => apart(board, one, aim) - apart(board, other, aim));
}

function apart(board: Board, { cells }: Placement, [x, y]: Coordinates): number {
  const places = cells.map((cell): Coordinates => placeOf(board, cell) ?? [0, 0]);
  const mean = (axis: 0 | 1): number => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return Math.hypot(mean(0) - x, mean(1) - y);
}

/** How an item would lie over a place, legal or not, held as near to its middle as the edge allows. */
export function hold(board: Board, item: string, form: string, place: string): Placement | null {
  const [aim, offsets] = [placeOf(board, place), board.items[item]?.forms[form]];
  if (!aim || !offsets) return null;
  const tried = offsets.flatMap(([x, y]) => {
    const anchor = at(board, [aim[0] - x, aim[1] - y]);
    const cells = anchor === null ? null : cellsOf(board, item, form, anchor);
    return anchor !== null && cells ? [{ form, anchor, cells, choice: null }] : [];
  });
  return tried.sort((one, other) => apart(board, one, aim) - apart(board, other, aim))[0] ?? null;
}

const normal = (offsets: Coordinates[]): string => {
  const sorted = [...offsets].sort(([x0, y0], [x1, y1]) => y0 - y1 || x0 - x1);
  const [left, top] = sorted[0] ?? [0, 0];
  return sorted.map(([x, y]) => `${Math.round(x - left)},${Math.round(y - top)}`).join(" ");
};

function formLike(item: Item, offsets: Coordinates[], otherwise: string): string {
  const wanted = normal(offsets);
  return Object.entries(item.forms).find(([, form]) => normal(form) === wanted)?.[0] ?? otherwise;
}

/** Whether the forms differ in their outlines; a tile with a picture has one outline, however it is turned. */
export function outlined(item: Item): boolean {
  const forms = Object.values(item.forms);
  return new Set(forms.map(normal)).size === forms.length;
}

/** The form turned by a quarter, clockwise (1) or back (-1); where outlines do not show it, the next form. */
export function turned(item: Item, form: string, by = 1): string {
  const names = Object.keys(item.forms);
  if (!outlined(item)) return names[(names.indexOf(form) + by + names.length) % names.length] ?? form;
  return formLike(
    item,
    (item.forms[form] ?? []).map(([x, y]) => [-by * y, by * x]),
    form,
  );
}

/** The form turned by a half. */
export function halved(item: Item, form: string): string {
  const names = Object.keys(item.forms);
  if (!outlined(item)) return names[(names.indexOf(form) + names.length / 2) % names.length] ?? form;
  return formLike(
    item,
    (item.forms[form] ?? []).map(([x, y]) => [-x, -y]),
    form,
  );
}

/** The form mirrored left to right. */
export function flipped(item: Item, form: string): string {
  return formLike(
    item,
    (item.forms[form] ?? []).map(([x, y]) => [-x, y]),
    form,
  );
}
