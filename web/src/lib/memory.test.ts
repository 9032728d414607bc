import { expect, test } from "vitest";
import { readable } from "./memory";

test("of the secrets in a link only those are kept that can be one", () => {
  expect(readable(["abc-DEF_1", "x".repeat(65), "", "no spaces", "<b>"])).toEqual(["abc-DEF_1"]);
});

test("a table has as many seats as a browser keeps secrets for, the latest of them, each once", () => {
  const many = Array.from({ length: 12 }, (_, number) => `token-${number}`);
  expect(readable([...many, "token-11"])).toEqual(many.slice(4));
});
