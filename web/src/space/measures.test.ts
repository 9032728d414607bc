import { expect, it } from "vitest";
import { cross, symbolBox } from "./measures";

it("the box of an artwork has room on all sides of it", () => {
  expect(symbolBox({ symbol_radius: 50 })).toBe("-58 -58 116 116");
});

it("a cross goes through its place in both diagonals", () => {
  expect(cross(10, 20, 3)).toBe("M7,17l6,6m0,-6l-6,6");
});
