/** Areas of the board in which an item of a shelf can be touched too, for example the mat for throwing sticks. */
import type { Coordinates } from "./geometry";
import type { Stage } from "../protocol";

export interface Area {
  name: string; // of the item
  box: [number, number, number, number]; // left, top, width, height
}

/** The areas that may be touched now. */
export function areasOf({ items }: Pick<Stage, "items">, next: Set<string>): Area[] {
  return [...next].flatMap((name) => {
    const box = items[name]?.area;
    return box ? [{ name, box }] : [];
  });
}

/** The item that may be touched in an area. */
export function areaAt(stage: Pick<Stage, "items">, next: Set<string>, [x, y]: Coordinates): string | null {
  const found = areasOf(stage, next).find(({ box: [left, top, width, height] }) => {
    return x >= left && x <= left + width && y >= top && y <= top + height;
  });
  return found?.name ?? null;
}
