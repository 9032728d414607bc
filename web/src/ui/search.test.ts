import { expect, test } from "vitest";
import { finds } from "./search";

test("all words are found in any order, without accents and capitals", () => {
  expect(finds("BC-6 Pour capturer, un tigre saute par-dessus une chèvre", "CHEVRE tigre")).toBe(true);
  expect(finds("BC-6 Pour capturer, un tigre saute", "chevre tigre")).toBe(false);
});

test("nothing sought finds everything", () => {
  expect(finds("anything", "  ")).toBe(true);
});
