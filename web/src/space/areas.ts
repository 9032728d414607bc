/** Parts of the board on which something beside it can be touched as well, such as a mat on which sticks are thrown. */
import type { Coordinates } from "./geometry";
import type { Stage } from "../protocol";

export interface Area {
  name: string; // of the item
  box: [number, number, number, number]; // left, top, width, height
}

/** The areas of what may be touched now. */
export function areasOf({ items }: Pick<Stage, "items">, next: Set<string>): Area[] {
  return [...next].flatMap((name) => {
    const box = items[name]?.area;
    return box ? [{ name, box }] : [];
  });
}

/** What may be touched at a place by its area. */
export function areaAt(stage: Pick<Stage, "items">, next: Set<string>, [x, y]: Coordinates): string | null {
  const found = areasOf(stage, next).find(({ box: [left, top, width, height] }) => {
    return x >= left && x <= left + width && y >= top && y <= top + height;
  });
  return found?.name ?? null;
}
