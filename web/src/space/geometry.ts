/** Geometry of the board: the nearest point, and the neighbour in a direction. */

export type Coordinates = [number, number];
type Direction = "left" | "right" | "up" | "down";

/** The keys that go somewhere. */
export const ARROWS: Partial<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
const AHEAD: Record<Direction, Coordinates> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };
const SIDEWAYS_COSTS = 2.5;

/** The point nearest to a place, if one is within reach. */
export function nearest(points: Record<string, Coordinates>, [x, y]: Coordinates, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const [name, [px, py]] of Object.entries(points)) {
    const distance = Math.hypot(px - x, py - y);
    if (distance <= least) [best, least] = [name, distance];
  }
  return best;
}

/** The point to go to from another in a direction: near, and straight ahead rather than aside. */
export function neighbour(points: Record<string, Coordinates>, from: string, direction: Direction): string {
  const start = points[from];
  if (!start) return from;
  const [dx, dy] = AHEAD[direction];
  let best = from;
  let least = Infinity;
  for (const [name, [x, y]] of Object.entries(points)) {
    const ahead = (x - start[0]) * dx + (y - start[1]) * dy;
    const aside = Math.abs((x - start[0]) * dy) + Math.abs((y - start[1]) * dx);
    if (ahead <= 1e-6 || aside > 2 * ahead) continue;
    const cost = ahead + SIDEWAYS_COSTS * aside;
    if (cost < least) [best, least] = [name, cost];
  }
  return best;
}

/** The points row by row from the top, as they are read. */
export function readingOrder(points: Record<string, Coordinates>): string[] {
  return Object.entries(points)
    .sort(([, [x, y]], [, [x1, y1]]) => y - y1 || x - x1)
    .map(([name]) => name);
}
