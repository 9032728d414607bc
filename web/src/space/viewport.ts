/** Zoom levels of a board that is too large to be shown whole, and its visible section. */
import type { Coordinates } from "./geometry";
import type { Stage } from "../protocol";

export const SMALLEST = 22; // pixels across a place: below that a board can be zoomed
export const HANDY = 44; // so large that a finger finds it
export const LEGIBLE = 34; // so large that the drawing is legible
const LARGEST = 72;

const AROUND = 14; // radii around the places shown, to leave room for the buttons

export const STEP = 1.35; // of zoom, by a key or a button

export type Measured = Pick<Stage, "box" | "points" | "radius" | "outline">;

/** How wide a place is on a board so many pixels wide. */
export function across(stage: Measured, width: number): number {
  return ((stage.outline === null ? 2 * stage.radius : apart(Object.values(stage.points))) * width) / stage.box[2];
}

/** The distance between the two places that are closest to one another. */
function apart(places: Coordinates[]): number {
  let least = Infinity;
  places.forEach(([x, y], index) => {
    for (const [x1, y1] of places.slice(0, index)) least = Math.min(least, Math.hypot(x - x1, y - y1));
  });
  return least;
}

/** The largest zoom that makes sense where a place is so wide without any; 1 if there is nothing to zoom. */
export function mostZoom(place: number): number {
  return place > 0 && place < SMALLEST ? LARGEST / place : 1;
}

/** Whether a board so many pixels wide is too small to be played without zoom. */
export function hasWindow(stage: Measured, width: number): boolean {
  return mostZoom(across(stage, width)) > 1;
}

export function bounded(zoom: number, place: number): number {
  return Math.max(1, Math.min(zoom, mostZoom(place)));
}

/** Where to scroll so that the point at a place of the window stays there when the zoom changes. */
export function anchored(scroll: number, at: number, before: number, after: number): number {
  return ((scroll + at) * after) / before - at;
}

/** The part of the board that is seen, in the board's own measures. */
export function section(
  box: Stage["box"],
  scroll: Coordinates,
  seen: Coordinates,
  whole: Coordinates,
): [number, number, number, number] {
  const [left, top, width, height] = box;
  const [x, y] = [width / (whole[0] || 1), height / (whole[1] || 1)];
  const [wide, high] = [Math.min(seen[0], whole[0]), Math.min(seen[1], whole[1])];
  return [left + scroll[0] * x, top + scroll[1] * y, wide * x, high * y];
}

/** The middle of some places, and the largest zoom by which all of them are seen. */
export function around(
  { box, radius }: Pick<Stage, "box" | "radius">,
  places: Coordinates[],
): { middle: Coordinates; zoom: number } {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const edge = AROUND * radius;
  return {
    middle: [(left + right) / 2, (top + bottom) / 2],
    zoom: Math.min(box[2] / (right - left + edge), box[3] / (bottom - top + edge)),
  };
}

/** The place of several that lies closest to the middle of them all. */
export function heart(places: Coordinates[]): Coordinates | null {
  const middle = [0, 1].map((axis) => places.reduce((sum, place) => sum + (place[axis] ?? 0), 0) / places.length);
  const far = ([x, y]: Coordinates): number => Math.hypot(x - (middle[0] ?? 0), y - (middle[1] ?? 0));
  return [...places].sort((one, other) => far(one) - far(other))[0] ?? null;
}
