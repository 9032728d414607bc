import { expect, it } from "vitest";
import type { Place } from "./geometry";
import { cellsOf, covering, flipped, hold, placements, reached, turned, type Board } from "./placing";
import type { Choice } from "./choices";

const points: Record<string, Place> = {};
for (const [column, letter] of ["a", "b", "c", "d"].entries()) {
  for (const row of [1, 2, 3]) points[`${letter}${row}`] = [50 * column, 50 * row];
}
const forms: Record<string, Place[]> = {
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
  forms,
};
const board: Board = { points, items: { V3: item, card: { ...item, forms: {} } } };
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
