import { expect, it } from "vitest";
import type { Coordinates } from "../space/geometry";
import { cellsOf, covering, flipped, hold, outlined, placements, reached, turned, type Board } from "./placing";
import type { Choice } from "./choices";

const points: Record<string, Coordinates> = {};
for (const [column, letter] of ["a", "b", "c", "d"].entries()) {
  for (const row of [1, 2, 3]) points[`${letter}${row}`] = [50 * column, 50 * row];
}
const forms: Record<string, Coordinates[]> = {
  r0: [
    [0, 0],
    [50, 0],
    [0, 50],
  ], // ## over #.
  r1: [
    [0, 0],
    [50, 0],
    [50, 50],
  ],
  r2: [
    [0, 0],
    [-50, 50],
    [0, 50],
  ],
  r3: [
    [0, 0],
    [0, 50],
    [50, 50],
  ],
};
const item = {
  name: "V3",
  symbol: "",
  box: [0, 0, 1, 1] as [number, number, number, number],
  text: "",
  row: "",
  area: null,
  forms,
};
const board: Board = { points, spots: {}, items: { V3: item, card: { ...item, forms: {} } } };
const choice = (...gesture: string[]): Choice => ({ action: gesture.join(" "), words: "", gesture, preview: {} });

it("a form covers places, or does not fit", () => {
  expect(cellsOf(board, "V3", "r0", "a1")).toEqual(["a1", "b1", "a2"]);
  expect(cellsOf(board, "V3", "r0", "d1")).toBeNull();
});

it("a choice reaches what it covers, or what its gesture names", () => {
  expect(reached(board, choice("V3", "r2", "b1"))).toEqual(["b1", "a2", "b2"]);
  expect(reached(board, choice("card", "c2"))).toEqual(["c2"]);
});

it("the legal ways over a place come nearest first", () => {
  const all = placements(board, [choice("V3", "r0", "b1"), choice("V3", "r1", "a1"), choice("card", "b2")], "V3");
  expect(all).toHaveLength(2);
  expect(
    covering(board, all, ["b1"])
      .map(({ form }) => form)
      .sort(),
  ).toEqual(["r0", "r1"]);
  expect(covering(board, all, ["c1"]).map(({ form }) => form)).toEqual(["r0"]);
  expect(covering(board, all, ["a1", "b2"]).map(({ form }) => form)).toEqual(["r1"]);
});

it("what fits nowhere is held inside the board", () => {
  expect(hold(board, "V3", "r0", "d3")).toBeNull(); // no way to hold it there
  expect(hold(board, "V3", "r1", "d3")?.cells).toEqual(["c2", "d2", "d3"]);
  expect(hold(board, "V3", "r0", "b2")?.cells).toContain("b2");
});

it("forms are turned and mirrored among those that look different", () => {
  expect(turned(item, "r0")).toBe("r1");
  expect(turned(item, "r3")).toBe("r0");
  expect(flipped(item, "r0")).toBe("r1");
  expect(flipped(item, "r3")).toBe("r2");
});

it("turns a tile with a picture through its forms, and never flips it", () => {
  const around: Coordinates[] = [
    [0, 0],
    [50, 0],
    [-50, 0],
  ];
  const tile = { ...item, forms: { r0: around, r2: around, r1: around } };
  const map: Board = { points: { b2: [50, 100] }, spots: { a2: [0, 100], c2: [100, 100] }, items: { tile } };
  expect([turned(tile, "r0"), turned(tile, "r2"), turned(tile, "r1"), turned(tile, "r0", -1)]).toEqual([
    "r2",
    "r1",
    "r0",
    "r1",
  ]);
  expect([outlined(tile), outlined(item)]).toEqual([false, true]);
  expect(turned(item, "r0", -1)).toBe("r3");
  const choices = ["r0", "r1", "r2"].map((form) => ({
    action: form,
    gesture: ["tile", form, "b2"],
    words: "",
    preview: {},
  }));
  const all = placements(map, choices, "tile");
  expect(all.map(({ form }) => form)).toEqual(["r0", "r2", "r1"]); // in the order of turning
  expect(covering(map, all, ["c2"])).toEqual(all); // a place that is not a point, in the same order
});
