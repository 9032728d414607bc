import { expect, it } from "vitest";
import { byPoint, change, follow, ownerArt, type Places } from "./pieces";
import type { Piece } from "../protocol";

const stage: Places = {
  points: { a1: [0, 0], b1: [1, 0], c1: [2, 0], d1: [3, 0], yard: [9, 9] },
  spots: { mat: [5, 5] },
  pieces: {
    tiger: { still: false },
    goat: { still: false },
    horse: { still: false },
    stick: { still: true },
    tile: { still: true },
  },
};
const tiger = (point: string): Piece => ({ kind: "tiger", point });
const goat = (point: string): Piece => ({ kind: "goat", point });
const horse = (point: string, count = 1): Piece => ({ kind: "horse", point, count });
const stick = (id: number): Piece => ({ kind: "stick", point: "mat", id });

it("a piece that moves stays the same piece", () => {
  const before = follow([], [tiger("a1"), tiger("d1")], stage);
  const after = follow(before, [tiger("b1"), tiger("d1")], stage);
  expect(after.map(({ key, piece }) => [key, piece.point])).toEqual([
    [1, "b1"],
    [2, "d1"],
  ]);
});

it("a new piece gets a key of its own", () => {
  const before = follow([], [tiger("a1")], stage);
  expect(follow(before, [tiger("a1"), goat("c1")], stage).map(({ key }) => key)).toEqual([1, 2]);
});

it("a piece with a load glides as itself, and what leaves it comes from there", () => {
  const carrier = (point: string, ...load: string[]): Piece => ({ kind: "horse", point, seat: 0, load });
  const rider = (point: string): Piece => ({ kind: "goat", point, seat: 0 });
  const before = follow([], [carrier("a1", "goat", "goat")], stage);
  const moved = follow(before, [carrier("b1", "goat", "goat")], stage);
  expect(moved.map(({ key }) => key)).toEqual([1]);
  const left = follow(moved, [carrier("b1", "goat"), rider("c1")], stage);
  expect(left.map(({ key, from }) => [key, from])).toEqual([
    [1, undefined],
    [2, "b1"],
  ]);
});

it("a change tells who mounted, and nothing of it as gone", () => {
  const horse: Piece = { kind: "horse", point: "b1", seat: 0 };
  const before = { turn: 0, pieces: [horse, { kind: "goat", point: "a1", seat: 0 }] };
  const after = { turn: 0, pieces: [{ ...horse, load: ["goat"] }] };
  expect(change(before, after, stage)).toEqual({ from: "a1", to: ["b1"], gone: [] });
  expect(change(after, before, stage)).toEqual({ from: "b1", to: ["a1"], gone: [] });
});

it("a change tells where from, where to, and what is gone", () => {
  const before = { turn: 0, pieces: [tiger("a1"), goat("b1")] };
  expect(change(before, { turn: 0, pieces: [tiger("c1")] }, stage)).toEqual({ from: "a1", to: ["c1"], gone: ["b1"] });
  expect(change(before, { turn: 0, pieces: [...before.pieces, goat("d1")] }, stage)).toEqual({
    from: null,
    to: ["d1"],
    gone: [],
  });
  expect(change(before, before, stage)).toBeNull();
});

it("a piece that leaves a pile comes from it", () => {
  const before = { turn: 0, pieces: [horse("yard", 4)] };
  expect(change(before, { turn: 0, pieces: [horse("yard", 3), horse("c1")] }, stage)).toEqual({
    from: "yard",
    to: ["c1"],
    gone: [],
  });
});

it("a piece that joins a pile is seen to go there", () => {
  const before = { turn: 0, pieces: [horse("a1"), horse("c1", 2)] };
  expect(change(before, { turn: 0, pieces: [horse("c1", 3)] }, stage)).toEqual({ from: "a1", to: ["c1"], gone: [] });
});

it("a piece that is caught and sent home is gone from where the other one came", () => {
  const mine = (point: string, count: number): Piece => ({ ...horse(point, count), seat: 1 });
  const before = { turn: 0, pieces: [horse("a1"), horse("yard", 3), mine("home", 4)] };
  const after = { turn: 0, pieces: [horse("yard", 4), mine("home", 3), mine("a1", 1)] };
  expect(change(before, after, stage)).toEqual({ from: "home", to: ["a1"], gone: ["a1"] });
});

it("a piece that takes by entering and becomes another kind is seen to go there", () => {
  const man = (seat: number, kind: string, point: string): Piece => ({ kind, point, seat });
  const before = { turn: 0, pieces: [man(0, "goat", "a1"), man(0, "goat", "d1"), man(1, "goat", "c1")] };
  const after = { turn: 1, pieces: [man(0, "tiger", "c1"), man(0, "goat", "d1")] };
  expect(change(before, after, stage)).toEqual({ from: "a1", to: ["c1"], gone: ["c1"] });
  expect(follow(follow([], before.pieces, stage), after.pieces, stage).map(({ key }) => key)).toEqual([1, 2]);
  const alone = { turn: 1, pieces: [man(0, "tiger", "b1"), man(0, "goat", "d1"), man(1, "goat", "c1")] };
  expect(change(before, alone, stage)).toEqual({ from: "a1", to: ["b1"], gone: [] });
});

it("a piece that becomes another kind where it stands is not gone", () => {
  const mine = (kind: string, point: string): Piece => ({ kind, point, seat: 0 });
  const before = { turn: 0, pieces: [mine("tiger", "a1")] };
  const after = { turn: 1, pieces: [mine("goat", "a1"), mine("goat", "d1")] };
  expect(change(before, after, stage)).toEqual({ from: null, to: ["d1"], gone: [] });
  expect(change(before, { turn: 1, pieces: [mine("goat", "a1")] }, stage)).toEqual({
    from: null,
    to: ["a1"],
    gone: [],
  });
});

it("what is laid is seen on all places it covers, with what it has covered", () => {
  const tile: Piece = { kind: "tile", point: "a1", covers: ["a1", "b1"] };
  const before = { turn: 0, pieces: [goat("a1"), goat("b1"), goat("d1")] };
  const after = { turn: 0, pieces: [tile, goat("d1")] };
  expect(change(before, after, stage)).toEqual({ from: null, to: ["a1", "b1"], gone: ["a1", "b1"] });
  expect(change(after, after, stage)).toBeNull();
});

it("what is thrown again is another piece, and no move", () => {
  const before = follow([], [stick(1)], stage);
  expect(follow(before, [stick(1)], stage)[0]?.key).toBe(1);
  expect(follow(before, [stick(2)], stage)[0]?.key).toBe(2);
  expect(change({ turn: 0, pieces: [stick(1)] }, { turn: 0, pieces: [stick(2)] }, stage)).toBeNull();
});

it("all that stands on a point is found at once, what lies under others too", () => {
  const found = byPoint(follow([], [tiger("a1"), goat("b1"), { ...goat("b1"), depth: 1 }], stage));
  expect([...found].map(([point, pieces]) => [point, pieces.length])).toEqual([
    ["a1", 1],
    ["b1", 2],
  ]);
});

it("the stage says what shows whose something is", () => {
  const flag = { name: "flag", symbol: "flag", size: 1, over: null, layer: 0, still: true, thrown: false };
  expect(ownerArt({ pieces: { "flag-1": flag }, owner: "flag" }, 1)).toBe(flag);
  expect(ownerArt({ pieces: { "flag-1": flag }, owner: null }, 1)).toBeUndefined();
});
