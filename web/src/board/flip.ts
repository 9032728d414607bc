/** A board turned by 180 degrees: every place moves, and no artwork is upside down. */
import type { Coordinates } from "../space/geometry";
import { cellsOf, halved } from "../input/placing";
import type { Item, Piece, Stage } from "../protocol";

export function turned(stage: Stage): Stage {
  const places = (of: Record<string, Coordinates>): Record<string, Coordinates> =>
    Object.fromEntries(Object.entries(of).map(([name, place]) => [name, opposite(stage, place)]));
  const items = Object.entries(stage.items).map(([name, item]): [string, Item] => {
    if (!item.area) return [name, item];
    const [left, top, width, height] = item.area;
    return [name, { ...item, area: [...opposite(stage, [left + width, top + height]), width, height] }];
  });
  return { ...stage, points: places(stage.points), spots: places(stage.spots), items: Object.fromEntries(items) };
}

/** The place on the other side of the middle. */
export function opposite({ box: [left, top, width, height] }: Pick<Stage, "box">, [x, y]: Coordinates): Coordinates {
  return [2 * left + width - x, 2 * top + height - y];
}

/** The same turn as a transformation of an SVG. */
export function halfTurn({ box: [left, top, width, height] }: Pick<Stage, "box">): string {
  return `rotate(180 ${left + width / 2} ${top + height / 2})`;
}

/** A token that covers several places on a turned board: its form there, and the place by which the form is drawn. */
export function relaid(
  stage: Stage,
  item: string,
  form: string,
  cells: string[],
): { form: string; anchor: string } | null {
  const found = stage.items[item];
  if (!found || !(form in found.forms)) return null;
  const [round, wanted] = [halved(found, form), [...cells].sort().join()];
  const anchor = cells.find((cell) => cellsOf(stage, item, round, cell)?.sort().join() === wanted);
  return anchor === undefined ? null : { form: round, anchor };
}

/** A piece as it is drawn on a board that is turned: a piece on several places is turned with it. */
export function turnedPiece(stage: Stage, piece: Piece): Piece {
  const cut = piece.kind.lastIndexOf("-");
  const item = piece.kind.slice(0, cut);
  const found = piece.covers ? relaid(stage, item, piece.kind.slice(cut + 1), piece.covers) : null;
  return found ? { ...piece, kind: `${item}-${found.form}`, point: found.anchor } : piece;
}
