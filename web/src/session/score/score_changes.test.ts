import { expect, test } from "vitest";
import type { Description, ScoreLine, Tally } from "../../protocol";
import { scoreChanges } from "./score_changes";

const line = (say: string, worth: number, values = {}): ScoreLine => ({ saying: { say, values }, worth });
const sheets = (...lines: ScoreLine[][]): Description => ({
  pieces: [],
  turn: 0,
  sheet: lines.map((all) => ({ lines: all, total: 0 })),
});
const tally = (count: string, seat: number | null = null): Tally => ({
  count,
  name: count,
  of: null,
  seat,
  decides: false,
});

test("a bonus that changes hands is one change of two players, in the words of the winner", () => {
  const before = sheets([line("shape", 4), line("bonus", 10, { size: 3 })], [line("bonus", 0, { size: 2 })]);
  const after = sheets([line("shape", 4), line("bonus", 6, { size: 3 })], [line("bonus", 10, { size: 5 })]);
  expect(scoreChanges(before, after, { tallies: [] })).toEqual([
    {
      cause: { say: "bonus", values: { size: 5 } },
      by: [
        [0, -4],
        [1, 10],
      ],
    },
  ]);
});

test("of several lines of one kind the new one is the cause", () => {
  const before = sheets([line("shape", 4, { cells: "a1" })]);
  const after = sheets([line("shape", 4, { cells: "a1" }), line("shape", 3, { cells: "b2" })]);
  expect(scoreChanges(before, after, { tallies: [] })).toEqual([
    { cause: { say: "shape", values: { cells: "b2" } }, by: [[0, 3]] },
  ]);
});

test("a line that disappears is a loss with its old words", () => {
  expect(scoreChanges(sheets([line("grail", 2)]), sheets([]), { tallies: [] })).toEqual([
    { cause: { say: "grail", values: {} }, by: [[0, -2]] },
  ]);
});

test("without a sheet the tallies count, of all seats or of one", () => {
  const [before, after] = [
    { pieces: [], turn: 0, counts: { captured: [1, 2], trapped: 0 } },
    { pieces: [], turn: 0, counts: { captured: [1, 4], trapped: 1 } },
  ];
  expect(scoreChanges(before, after, { tallies: [tally("captured"), tally("trapped", 0)] })).toEqual([
    { cause: { tally: "trapped", count: 1, of: null }, by: [[0, 1]] },
    { cause: { tally: "captured", count: 4, of: null }, by: [[1, 2]] },
  ]);
});

test("nothing is told of a position that has not changed", () => {
  expect(scoreChanges(sheets([line("grail", 2)]), sheets([line("grail", 2)]), { tallies: [] })).toEqual([]);
});
