import { expect, it } from "vitest";
import { across, anchored, around, bounded, heart, mostZoom, section, SMALLEST, type Measured } from "./viewport";

const points: Measured = { box: [-10, 0, 100, 100], points: { a: [0, 0], b: [30, 40] }, radius: 5, outline: null };

it("a place is as wide as a piece, or as a cell where places are cells", () => {
  expect(across(points, 300)).toBe(30);
  expect(across({ ...points, outline: "M0,0h1v1z" }, 300)).toBe(150);
});

it("a board is zoomed only where a place would be too small", () => {
  expect(mostZoom(SMALLEST)).toBe(1);
  expect(mostZoom(0)).toBe(1); // not measured yet
  expect(mostZoom(10)).toBeGreaterThan(4);
  expect(bounded(100, 10)).toBe(mostZoom(10));
  expect(bounded(0.2, 10)).toBe(1);
});

it("what is seen under the pointer stays there when the zoom changes", () => {
  const scroll = anchored(120, 80, 2, 3);
  expect((scroll + 80) / 3).toBeCloseTo((120 + 80) / 2);
});

it("the section is told in the measures of the board", () => {
  expect(section(points.box, [100, 50], [200, 200], [400, 400])).toEqual([15, 12.5, 50, 50]);
});

it("the heart of several places is one of them", () => {
  expect(
    heart([
      [0, 0],
      [10, 0],
      [11, 1],
    ]),
  ).toEqual([10, 0]);
  expect(heart([])).toBe(null);
});

it("a window opens around all places that matter, not nearer than they allow", () => {
  const near = around({ box: [0, 0, 100, 100], radius: 1 }, [[20, 30]]);
  const far = around({ box: [0, 0, 100, 100], radius: 1 }, [
    [20, 30],
    [20, 70],
  ]);
  expect(near.middle).toEqual([20, 30]);
  expect(far.middle).toEqual([20, 50]);
  expect(far.zoom).toBeLessThan(100 / 40);
  expect(near.zoom).toBeGreaterThan(far.zoom);
});
