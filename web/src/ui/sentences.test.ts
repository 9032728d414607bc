import { expect, test } from "vitest";
import { firstSentence, sentence, splitClauses } from "./sentences";

test("a text is cut after its first sentence", () => {
  expect(firstSentence("Catch, stack and run. Then win!")).toBe("Catch, stack and run.");
  expect(firstSentence("Prêts\u00a0? Partez.")).toBe("Prêts\u00a0?");
  expect(firstSentence("One of 2.5 million")).toBe("One of 2.5 million");
});

test("the numbers of clauses are found in a text, and nothing of it is lost", () => {
  const text = "Enemy now (YN-46, YN-60): VIA-5 is none.";
  expect(splitClauses(text)).toEqual(["Enemy now (", "YN-46", ", ", "YN-60", "): VIA-5 is none."]);
  expect(splitClauses("BC-8")).toEqual(["", "BC-8", ""]);
});

test("a report ends with one full stop, also where its text has one", () => {
  expect(sentence("Dark c4 to c2")).toBe("Dark c4 to c2.");
  expect(sentence("A 5 is dealt.")).toBe("A 5 is dealt.");
  expect(sentence("Khan!")).toBe("Khan!");
  expect(sentence("")).toBe("");
});
