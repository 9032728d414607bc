/** Measures of marks that only the page draws, in radii of the stage. */
import type { Stage } from "../protocol";

export const LAST = { path: 0.28, from: 0.42, to: 1.14, gone: 0.36, taken: 1.4 }; // the last move
export const RING = { held: 1.13, selected: 1.14, hinted: 1.2, threatened: 1.08, taken: 1.1, spent: 1.18 };
export const DOT = { start: 0.34, target: 0.36, core: 0.16, capture: 0.18, over: 0.8 }; // on places that may be touched
export const CROSS = 0.62; // on pieces that would be taken
export const LINE = 0.5; // a line that would be completed

const ROOM = 0.16; // radii of the artwork that something may stand out from it

/** The box of an SVG that shows the artwork of a piece by itself. */
export function symbolBox({ symbol_radius }: Pick<Stage, "symbol_radius">): string {
  const reach = symbol_radius + ROOM * symbol_radius;
  return `${-reach} ${-reach} ${2 * reach} ${2 * reach}`;
}

/** A cross around a place, reaching so far in each direction, as a path. */
export function cross(x: number, y: number, reach: number): string {
  return `M${x - reach},${y - reach}l${2 * reach},${2 * reach}m0,${-2 * reach}l${-2 * reach},${2 * reach}`;
}
