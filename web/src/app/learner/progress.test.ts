import { afterEach, expect, test, vi } from "vitest";
import { doneIn, keepDone, nextStep, puzzleOf } from "./progress";

afterEach(() => void vi.unstubAllGlobals());

test("who comes back goes on where something was left out", () => {
  expect(nextStep([], 8)).toBe(1);
  expect(nextStep([1, 2, 4], 8)).toBe(3);
});

test("who has taken all steps begins again", () => {
  expect(nextStep([1, 2, 3], 3)).toBe(1);
});

test("the puzzle of the day is of another game each day, and of each game one after the other", () => {
  const games = [
    { name: "a", puzzles: 2 },
    { name: "b", puzzles: 0 },
    { name: "c", puzzles: 3 },
  ];
  const days = Array.from({ length: 8 }, (_, day) => puzzleOf(games, day * 86_400_000 + 5));
  expect(days.map((daily) => `${daily?.game.name}${daily?.number}`).join(" ")).toBe("a1 c1 a2 c2 a1 c3 a2 c1");
  expect(puzzleOf([], 0)).toBeNull();
});

test("what another program has written is passed over, and what is done is kept all the same", () => {
  const found = (kept: unknown): number[] => {
    vi.stubGlobal("document", { cookie: `naadam.steps=${encodeURIComponent(JSON.stringify(kept))}` });
    return doneIn("steps", "khan");
  };
  expect(found({ khan: [1, 2], yut: "all" })).toEqual([1, 2]);
  expect(found({ khan: [1, "2", -3, 0, 1.5, null, 7] })).toEqual([1, 7]);
  for (const kept of [null, "text", 7, [[1]], {}, { khan: "12" }, { khan: { length: 2 } }, { khan: null }]) {
    expect(found(kept)).toEqual([]);
    expect(keepDone("steps", "khan", 4)).toEqual([4]);
  }
});
