import { expect, test } from "vitest";
import { bytesOf } from "./push";

test("keys in the alphabet of URLs are read", () => {
  expect([...bytesOf("-_8")]).toEqual([251, 255]);
  expect(bytesOf("B".repeat(87))).toHaveLength(65);
});
