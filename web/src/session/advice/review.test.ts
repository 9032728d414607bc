import { shapeOf } from "../../board/arrows";
import { expect, test } from "vitest";
import type { Judged } from "../../protocol";
import {
  arrowsOf,
  certaintyAt,
  courseOf,
  mistakesOf,
  leadOf,
  turningPointsOf,
  valuesAt,
  type Analysis,
} from "./review";

const judged = (number: number, mark: string, values: (number | null)[]): Judged => ({
  number,
  seat: 0,
  value: 0.1,
  values,
  verdict: mark ? "mistake" : "best",
  mark,
  loss: 0,
  best: "",
  reason: "",
  words: "",
  line: [],
  better: ["a", "b"],
  played: ["c"],
  proven: false,
  wins_in: null,
  settled: false,
  threw: null,
});
const analysis: Analysis = {
  moves: { 2: judged(2, "?", [-0.5, 0.5]), 1: judged(1, "", [0, 0]), 4: judged(4, "??", [-1, 1]) },
  done: true,
};

test("who is ahead is said by how much", () => {
  expect(leadOf([0.05, -0.05])).toEqual({ how: "even", seat: null });
  expect(leadOf([-0.2, 0.2])).toEqual({ how: "slight", seat: 1 });
  expect(leadOf([0.5, -0.5])).toEqual({ how: "clear", seat: 0 });
  expect(leadOf([1, -1])).toEqual({ how: "winning", seat: 0 });
  expect(leadOf([])).toBeNull();
});

test("among several seats the best is compared with the second", () => {
  expect(leadOf([0.3, 0.28, -0.5])).toEqual({ how: "even", seat: null });
  expect(leadOf([-0.4, null, 0.2, -0.3])).toEqual({ how: "clear", seat: 2 });
});

test("mistakes come in the order of the game, with the values of the last move before", () => {
  expect(mistakesOf(analysis).map(({ number }) => number)).toEqual([2, 4]);
  expect(valuesAt(null, 0)).toEqual([]);
  expect(valuesAt(analysis, 0)).toEqual([0.1, -0.1]);
  expect(courseOf(analysis).map(({ number }) => number)).toEqual([0, 1, 2, 4]);
  expect(valuesAt(analysis, 3)).toEqual([-0.5, 0.5]);
  expect(valuesAt(analysis, 5)).toEqual([-1, 1]);
  expect(valuesAt({ ...analysis, done: false }, 5)).toEqual([]); // it has not come so far
});

test("an arrow goes from place to place, and what is put is a ring", () => {
  const stage = { points: { a: [0, 0], b: [100, 0], c: [50, 50] }, spots: {}, radius: 10 } as never;
  const [played, better] = arrowsOf(analysis.moves[2] ?? null);
  expect(shapeOf(stage, played?.gesture ?? [])?.ring).toEqual([50, 50]);
  expect(shapeOf(stage, better?.gesture ?? [])?.shaft).toMatch(/^M0,0L/);
  expect(shapeOf(stage, better?.gesture ?? [])?.head).toMatch(/^M100,0L/);
  expect(shapeOf(stage, ["nowhere"])).toBeNull();
  expect(arrowsOf(null)).toEqual([]);
});

test("what is certain is told apart from what is likely", () => {
  const sure = (number: number, values: number[], more: Partial<Judged> = {}): Judged => ({
    ...judged(number, "", values),
    proven: true,
    settled: true,
    ...more,
  });
  const exact: Analysis = {
    moves: {
      1: sure(1, [1, -1], { value: 1 }),
      2: sure(2, [0, 0], { seat: 0, value: 1, threw: "win" }),
      3: sure(3, [-1, 1], { value: 0, threw: "draw" }),
      4: judged(4, "", [-1, 1]),
    },
    done: true,
  };
  expect(turningPointsOf(exact).map(({ number }) => number)).toEqual([2, 3]);
  expect([0, 1, 2, 3].map((at) => certaintyAt(exact, at)?.winner)).toEqual([0, 0, null, 1]);
  expect(certaintyAt(exact, 4)).toBeNull(); // the search only thinks so
  expect(certaintyAt(null, 0)).toBeNull();
});
