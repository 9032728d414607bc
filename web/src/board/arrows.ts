/** Arrows on the board: their places and their outlines. */
import type { Stage } from "../protocol";
import type { Coordinates } from "../space/geometry";
import { placeOf } from "../space/pieces";

/** A move to be shown on the board: the places of its gesture. */
export interface Arrow {
  kind: "better" | "played" | "answer";
  gesture: string[];
}

const HEAD = 0.55; // radii of a point: half the width of an arrow's head

/** An arrow from place to place: its shaft and its head; a head alone has no way to come from. */
export function shapeOf(stage: Pick<Stage, "points" | "spots" | "radius">, gesture: string[]): Shape | null {
  const places = gesture.map((name) => placeOf(stage, name)).filter((place) => place !== undefined);
  const [end, start] = [places.at(-1), places.at(-2)];
  if (!end) return null;
  if (!start || (start[0] === end[0] && start[1] === end[1])) return { shaft: "", head: "", ring: end };
  const size = HEAD * stage.radius;
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]);
  const [across, up] = [(end[0] - start[0]) / length, (end[1] - start[1]) / length];
  const neck: Coordinates = [end[0] - 1.6 * size * across, end[1] - 1.6 * size * up];
  const wing = (side: number): string => `${neck[0] - side * size * up},${neck[1] + side * size * across}`;
  return {
    shaft: [...places.slice(0, -1), neck]
      .map((place, index) => `${index === 0 ? "M" : "L"}${place.join(",")}`)
      .join(""),
    head: `M${end.join(",")}L${wing(1)}L${wing(-1)}Z`,
    ring: null,
  };
}

interface Shape {
  shaft: string;
  head: string;
  ring: Coordinates | null; // where something is put
}
