import { expect, test } from "vitest";
import type { Sitting } from "../../protocol";
import { levelAbove, playersAt } from "./next_level";

const person: Sitting = {
  kind: "here",
  name: "Ada",
  level: null,
  engine: null,
  coached: true,
  free: false,
  bot: false,
};
const computer = (level: number): Sitting => ({
  kind: "computer",
  name: "",
  level,
  engine: null,
  coached: false,
  free: false,
  bot: false,
});

function finished(winners: number[], ...players: Sitting[]) {
  const end = { winners, scores: [], clause: null, text: "" };
  return { end, game: "bagh-chal", mine: [0], players, series: null, title: "Bagh Chal" };
}

test("after a win against one computer the level above is offered", () => {
  expect(levelAbove(finished([0], person, computer(1)))).toBe(2);
  expect(levelAbove(finished([0], person, computer(4)))).toBe(5);
});

test("no level is offered after a loss, a draw, or a win against the highest level", () => {
  expect(levelAbove(finished([1], person, computer(1)))).toBe(null);
  expect(levelAbove(finished([0, 1], person, computer(1)))).toBe(null);
  expect(levelAbove(finished([0], person, computer(5)))).toBe(null);
});

test("after a win against several computers of one level the level above is offered, of different levels none", () => {
  expect(levelAbove(finished([0], person, computer(2), computer(2), computer(2)))).toBe(3);
  expect(levelAbove(finished([0], person, computer(1), computer(2)))).toBe(null);
  expect(levelAbove(finished([0], person, computer(1), { ...person, kind: "invited" }))).toBe(null);
});

test("no level is offered against people, engines, or in a match", () => {
  expect(levelAbove(finished([0], person, { ...person, kind: "invited" }))).toBe(null);
  expect(levelAbove(finished([0], person, { ...computer(1), engine: "Fox" }))).toBe(null);
  const series = { clause: "BC-20", number: 1, won: [1, 0], drawn: 0, end: null };
  expect(levelAbove({ ...finished([0], person, computer(1)), series })).toBe(null);
});

test("the next game has the same seats, name and coach", () => {
  expect(playersAt(finished([0], person, computer(1)), 2)).toEqual([
    { kind: "here", name: "Ada", coached: true },
    { kind: "computer", level: 2 },
  ]);
});
