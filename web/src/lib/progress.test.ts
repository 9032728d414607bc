import { expect, test } from "vitest";
import { nextStep, puzzleOf } from "./progress";

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
