import { expect, test } from "vitest";
import { areaAt } from "./areas";
import type { Item } from "../protocol";

const item = (area: Item["area"]): Item => ({
  name: "",
  symbol: "",
  box: [0, 0, 1, 1],
  text: "",
  forms: {},
  row: "",
  area,
});
const items = { throw: item([10, 20, 100, 50]), pass: item(null) };

test("what may be touched now is touched on its area of the board", () => {
  expect(areaAt({ items }, new Set(["throw", "pass", "a1"]), [60, 45])).toBe("throw");
  expect(areaAt({ items }, new Set(["throw"]), [9, 45])).toBeNull();
  expect(areaAt({ items }, new Set(["throw"]), [60, 71])).toBeNull();
});

test("nothing is touched there while it cannot be done", () => {
  expect(areaAt({ items }, new Set(["pass", "a1"]), [60, 45])).toBeNull();
});
