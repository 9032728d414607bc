import { describe, expect, it } from "vitest";
import { nearest, neighbour, readingOrder, type Coordinates } from "./geometry";

const square: Record<string, Coordinates> = {
  a1: [0, 200],
  b1: [100, 200],
  a2: [0, 100],
  b2: [100, 100],
  a3: [0, 0],
  b3: [100, 0],
};
const mountain: Record<string, Coordinates> = {
  top: [400, 0],
  left: [300, 200],
  mid: [370, 200],
  right: [500, 200],
  foot: [0, 400],
};

describe("the nearest point", () => {
  it("is found within reach only", () => {
    expect(nearest(square, [12, 190], 50)).toBe("a1");
    expect(nearest(square, [50, 50], 40)).toBeNull();
  });
});

describe("the neighbour in a direction", () => {
  it("is the next one straight ahead", () => {
    expect(neighbour(square, "a1", "up")).toBe("a2");
    expect(neighbour(square, "a1", "right")).toBe("b1");
  });
  it("is the point itself at the edge", () => {
    expect(neighbour(square, "a1", "left")).toBe("a1");
    expect(neighbour(square, "a3", "up")).toBe("a3");
  });
  it("may lie aside where nothing is straight ahead", () => {
    expect(neighbour(mountain, "top", "down")).toBe("mid");
    expect(neighbour(mountain, "mid", "up")).toBe("top");
    expect(neighbour(mountain, "left", "down")).toBe("foot");
  });
  it("reaches every point from every other", () => {
    for (const points of [square, mountain]) {
      const reached = new Set([Object.keys(points)[0] as string]);
      for (const from of reached) {
        for (const way of ["left", "right", "up", "down"] as const) reached.add(neighbour(points, from, way));
      }
      expect(reached.size).toBe(Object.keys(points).length);
    }
  });
});

it("points are read from the top left", () => {
  expect(readingOrder(square)).toEqual(["a3", "b3", "a2", "b2", "a1", "b1"]);
});
