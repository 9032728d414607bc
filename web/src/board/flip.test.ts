import { expect, test } from "vitest";
import { opposite, relaid, turned, turnedPiece } from "./flip";
import type { Coordinates } from "../space/geometry";
import type { Stage } from "../protocol";

const points: Record<string, Coordinates> = {};
for (const [column, letter] of ["a", "b", "c"].entries()) {
  for (const row of [1, 2, 3]) points[`${letter}${row}`] = [10 * column, 10 * row];
}
const box = [-5, 5, 30, 30];
const item = (forms: Record<string, Coordinates[]>, area: number[] | null = null) => ({ forms, area });
const corner = item({
  r0: [
    [0, 0],
    [10, 0],
    [0, 10],
  ], // ## over #.
  r2: [
    [0, 0],
    [-10, 10],
    [0, 10],
  ], // .# over ##
});
const bar = item({
  r0: [
    [0, 0],
    [10, 0],
  ],
});
const hexes = item(Object.fromEntries(["r0", "r1", "r2", "r3", "r4", "r5"].map((name) => [name, [[0, 0]]])));
const mat = item({}, [-5, 30, 20, 5]);
const stage = { points, spots: { s: [1, 2] }, box, items: { corner, bar, hexes, mat } } as unknown as Stage;

test("every place changes sides, what can be touched there too, and two turns change nothing", () => {
  const round = turned(stage);
  expect(round.points.a1).toEqual(points.c3);
  expect(round.points.b2).toEqual(points.b2);
  expect(round.spots.s).toEqual(opposite(stage, [1, 2]));
  expect(round.items.mat?.area).toEqual([5, 5, 20, 5]);
  expect(turned(round)).toEqual(stage);
});

test("what covers several places lies in the form that it has on a turned board", () => {
  const round = turned(stage);
  expect(relaid(round, "corner", "r0", ["a1", "b1", "a2"])).toEqual({ form: "r2", anchor: "a2" });
  expect(relaid(round, "bar", "r0", ["a1", "b1"])).toEqual({ form: "r0", anchor: "b1" });
  expect(relaid(round, "hexes", "r1", ["a1"])).toEqual({ form: "r4", anchor: "a1" });
  expect(relaid(round, "mat", "r0", ["a1"])).toBeNull();
  const tile = { kind: "corner-r0", point: "a1", covers: ["a1", "b1", "a2"] };
  expect(turnedPiece(round, tile)).toEqual({ ...tile, kind: "corner-r2", point: "a2" });
  const yurt = { kind: "yurt", point: "a1" };
  expect(turnedPiece(round, yurt)).toEqual(yurt);
});
