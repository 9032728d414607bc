import { expect, test } from "vitest";
import { firstSentence } from "./sentences";

test("a text is cut after its first sentence", () => {
  expect(firstSentence("Catch, stack and run. Then win!")).toBe("Catch, stack and run.");
  expect(firstSentence("Prêts\u00a0? Partez.")).toBe("Prêts\u00a0?");
  expect(firstSentence("One of 2.5 million")).toBe("One of 2.5 million");
});
