import { afterEach, expect, test, vi } from "vitest";
import { fill, loadTexts, t } from "./texts.svelte";

afterEach(() => void vi.unstubAllGlobals());

test("the words are those of the language that was chosen last, whichever comes first", async () => {
  const answers: Record<string, (answer: Response) => void> = {};
  vi.stubGlobal("fetch", (path: string) => new Promise((resolve) => (answers[path.slice(-2)] = resolve)));
  const loaded = [loadTexts("en"), loadTexts("fr")];
  for (const [language, loading] of [
    ["fr", "Un instant…"],
    ["en", "One moment…"],
  ] as const)
    answers[language]?.(new Response(JSON.stringify({ page: { loading } })));
  await Promise.all(loaded);
  expect(t("page.loading")).toBe("Un instant…");
});

test("a word goes with its number", () => {
  const said = [0, 1, 2].map((count) => fill("{count} sur {of} {count:capturé|capturé|capturés}", { count, of: 14 }));
  expect(said).toEqual(["0 sur 14 capturé", "1 sur 14 capturé", "2 sur 14 capturés"]);
  expect([0, 1, 2].map((count) => fill("{count:goat|goats}", { count }))).toEqual(["goats", "goat", "goats"]);
});

test("a place without a value is seen", () => {
  expect(fill("{name}: {count:goat|goats}", {})).toBe("{name}: {count:goat|goats}");
});
