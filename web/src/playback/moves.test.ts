import { expect, it } from "vitest";
import type { TableEvent } from "../protocol";
import { readLink, readRoute } from "../app/route.svelte";
import { chairsFor, playersOf } from "../app/seating";
import { isQuiet, lastReported, lastTurn, movesOf, retold, roundsOf, stepsOf, turnsOf } from "./moves";

const event = (seq: number, kind: TableEvent["kind"], seat: number): TableEvent => ({
  ...{ seq, kind, seat, said: null, by: null, seal: null, story: false },
});

it("taking back goes to the last move of the seat that did it", () => {
  const events = [event(1, "action", 0), event(2, "action", 1), event(3, "action", 0), event(4, "action", 1)];
  expect(movesOf([...events, event(5, "undone", 0)]).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(movesOf([...events, event(5, "undone", 0), event(6, "action", 0)]).map(({ seq }) => seq)).toEqual([1, 2, 6]);
});

it("what is sealed is taken back alone", () => {
  const events = [event(1, "action", 0), event(2, "action", 1), event(3, "action", 2), event(4, "withdrawn", 1)];
  expect(movesOf(events).map(({ seq }) => seq)).toEqual([1, 3]);
  expect(stepsOf(events)).toHaveLength(4);
});

it("what others seal or take back shows nothing; what is opened is told again", () => {
  const said = { action: "bid 3", words: "Bid 3", told: "bid 3", way: [] };
  const sealed = event(5, "action", 1);
  const opened = { ...sealed, said };
  expect(isQuiet([sealed, event(6, "withdrawn", 1)], [0])).toBe(true);
  for (const [events, mine] of [
    [[], [0]],
    [[sealed], [1]],
    [[sealed], [0, 2]],
    [[sealed], []],
    [[opened], [0]],
    [[event(6, "ask", 1)], [0]],
  ] as [TableEvent[], number[]][])
    expect(isQuiet(events, mine)).toBe(false);
  const known = [event(4, "action", 0), sealed];
  expect(retold(known, [opened])).toEqual([known[0], opened]);
  expect(retold(known, [])).toBe(known);
});

it("what is only asked changes no move", () => {
  expect(movesOf([event(1, "action", 0), event(2, "ask", 1), event(3, "declined", 0)])).toHaveLength(1);
});

it("the address names the view", () => {
  expect(readRoute("/")).toEqual({ view: "home" });
  expect(readRoute("/play/bagh-chal", "?board=pulijudam")).toMatchObject({
    view: "setup",
    game: "bagh-chal",
    start: { board: "pulijudam" },
  });
  expect(readRoute("/play/bagh-chal", "?from=abc&moves=12")).toMatchObject({ start: { from: "abc", moves: 12 } });
  expect(readRoute("/play/bagh-chal", "?from=abc&moves=-1")).toMatchObject({ start: { from: "abc", moves: null } });
  expect(readRoute("/edit/bagh-chal", "?spec=bagh-chal")).toMatchObject({
    view: "editor",
    start: { spec: "bagh-chal" },
  });
  expect(readRoute("/table/abcdefgh")).toEqual({ view: "table", table: "abcdefgh", move: null });
  expect(readRoute("/elsewhere")).toEqual({ view: "nothing" });
});

it("a link that somebody was given leads to its table", () => {
  expect(readLink(" https://example.org/table/abcdefgh12#seat=1&token=x_-y ")).toBe(
    "/table/abcdefgh12#seat=1&token=x_-y",
  );
  expect(readLink("http://127.0.0.1:8000/table/abcdefgh12")).toBe("/table/abcdefgh12");
  expect(readLink("123 456 789")).toBeNull();
  expect(readLink("/table/../../etc")).toBeNull();
});

it("everybody gets a seat", () => {
  expect(chairsFor("computer", 1, 2, 4)).toEqual(["computer-4", "here"]);
  expect(chairsFor("friend", "lots", 3, 4)).toEqual(["here", "invited", "invited"]);
  expect(chairsFor("screen", 0, 2, 4)).toEqual(["here", "here"]);
  expect(playersOf(["computer-4", "here"], "Anna")).toEqual([
    { kind: "computer", level: 4 },
    { kind: "here", name: "Anna" },
  ]);
  expect(playersOf(["here", "here", "invited"], "Anna")).toEqual([
    { kind: "here", name: "" },
    { kind: "here", name: "" },
    { kind: "invited" },
  ]);
});

it("a turn is what a seat does until another is to act", () => {
  const move = (seq: number, seat: number) => ({ seq, seat, said: null, by: null });
  const turns = turnsOf([move(1, 0), move(2, 0), move(3, 1), move(4, 0)]);
  expect(turns.map(({ seat, first, moves }) => [seat, first, moves.length])).toEqual([
    [0, 0, 2],
    [1, 2, 1],
    [0, 3, 1],
  ]);
});

it("a step ends with what changes the position, and what comes after the last belongs to it", () => {
  const events = [event(1, "ask", 1), event(2, "undone", 0), event(3, "action", 0), event(4, "left", 1)];
  expect(stepsOf(events).map((step) => step.map(({ seq }) => seq))).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(stepsOf([event(1, "declined", 1)])).toHaveLength(1);
  expect(stepsOf([])).toEqual([]);
});

it("the last turn is that of all others since one's own, or of the last who moved where none is one's own", () => {
  const moves = movesOf([2, 0, 1, 2, 1, 0].map((seat, index) => event(index + 1, "action", seat))); // 2 is chance
  expect(lastTurn(moves, [0], 2)).toEqual([2, 5]);
  expect(lastTurn(moves, [1], 2)).toEqual([5, 6]);
  expect(lastTurn(moves, [], 2)).toEqual([5, 6]);
  expect(lastTurn(moves.slice(0, 5), [0, 1], 2)).toEqual([2, 5]);
  expect(lastTurn(moves.slice(0, 2), [0], 2)).toBeNull();
});

it.each([
  [
    [0, 1, 0],
    ["0|1", "2|"],
  ],
  [
    [1, 0, 1],
    ["|0", "1|2"],
  ], // the second seat begins
  [[0, 0, 1], ["0 1|2"]], // two steps of a turn
  [[2, 0, 2, 1, 2, 1], ["0 1|2 3 4 5"]], // throws, the second seat throws again
  [[2, 0, 2], ["0 1|2"]], // a throw before its move
])("rounds of two seats: %j", (seats, told) => {
  const moves = seats.map((seat, seq) => ({ seq, seat, said: null }));
  const text = (cell: { index: number }[]): string => cell.map(({ index }) => index).join(" ");
  expect(roundsOf(moves).map(({ cells: [one, other] }) => `${text(one)}|${text(other)}`)).toEqual(told);
});

it.each([
  [[0, 1], [1]],
  [
    [0, 1, 2, 2],
    [1, 3],
  ],
  [[2, 2], [1]],
  [[], []],
])("an event of chance does not hide the move before it: %j", (seats, told) => {
  const moves = seats.map((seat, seq) => ({ seq, seat, said: null }));
  expect(lastReported(moves, 2).map(({ seq }) => seq)).toEqual(told);
});
