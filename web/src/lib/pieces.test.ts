import { expect, it } from "vitest";
import type { Place } from "./geometry";
import { change, follow, type PieceDrawn } from "./pieces";

const points: Record<string, Place> = { a1: [0, 0], b1: [1, 0], c1: [2, 0], d1: [3, 0] };
const tiger = (point: string): PieceDrawn => ({ kind: "tiger", point });
const goat = (point: string): PieceDrawn => ({ kind: "goat", point });

it("a piece that moves stays the same piece", () => {
  const before = follow([], [tiger("a1"), tiger("d1")], points);
  const after = follow(before, [tiger("b1"), tiger("d1")], points);
  expect(after.map(({ key, piece }) => [key, piece.point])).toEqual([[1, "b1"], [2, "d1"]]);
});

it("a new piece gets a key of its own", () => {
  const before = follow([], [tiger("a1")], points);
  expect(follow(before, [tiger("a1"), goat("c1")], points).map(({ key }) => key)).toEqual([1, 2]);
});

it("a change tells where from, where to, and what is gone", () => {
  const before = { pieces: [tiger("a1"), goat("b1")] };
  expect(change(before, { pieces: [tiger("c1")] }, points)).toEqual({ from: "a1", to: "c1", gone: ["b1"] });
  expect(change(before, { pieces: [...before.pieces, goat("d1")] }, points)).toEqual({ from: null, to: "d1", gone: [] });
  expect(change(before, before, points)).toBeNull();
});
