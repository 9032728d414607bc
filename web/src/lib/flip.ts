/** A board turned by a half, so that another side is the near one: everything changes its place, and no picture its look. */
import type { Place } from "./geometry";
import type { Stage } from "./protocol";

export function turned(stage: Stage): Stage {
  const [left, top, width, height] = stage.box;
  const round = ([x, y]: Place): Place => [2 * left + width - x, 2 * top + height - y];
  const places = (of: Record<string, Place>): Record<string, Place> =>
    Object.fromEntries(Object.entries(of).map(([name, place]) => [name, round(place)]));
  return { ...stage, points: places(stage.points), spots: places(stage.spots) };
}

/** The same turn as a transformation of an SVG. */
export function halfTurn({ box: [left, top, width, height] }: Pick<Stage, "box">): string {
  return `rotate(180 ${left + width / 2} ${top + height / 2})`;
}
