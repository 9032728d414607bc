import { describe, expect, it } from "vitest";
import { advised, besideTheBoard, drag, nextPlaces, touch } from "./gestures";
import type { Choice } from "./choices";

const choice = (action: string, ...gesture: string[]): Choice => ({ action, words: action, gesture, preview: {} });
const putting = [choice("Gc3", "c3"), choice("Gb1", "b1")];
const moving = [choice("Ba1b1", "a1", "b1"), choice("Bxa1c3", "a1", "c3"), choice("Be1d1", "e1", "d1")];
const exchange = [choice("Kb2", "buck", "b2"), choice("Gb2c2", "b2", "c2"), choice("-", "decline")];

describe("touching", () => {
  it("plays a gesture of one place at once", () => {
    expect(touch(putting, [], "c3", false)).toEqual({ kind: "play", action: "Gc3" });
  });
  it("waits for the second place of a gesture of two", () => {
    expect(touch(moving, [], "a1", true)).toEqual({ kind: "touched", touched: ["a1"] });
    expect(touch(moving, ["a1"], "c3", false)).toEqual({ kind: "play", action: "Bxa1c3" });
  });
  it("selects another piece instead", () => {
    expect(touch(moving, ["a1"], "e1", true)).toEqual({ kind: "touched", touched: ["e1"] });
  });
  it("lets go of what is touched again", () => {
    expect(touch(moving, ["a1"], "a1", true)).toEqual({ kind: "touched", touched: [] });
  });
  it("tries what is not among the choices, so that the server says why not", () => {
    expect(touch(moving, ["a1"], "d4", false)).toEqual({ kind: "try", touched: ["a1", "d4"] });
    expect(touch(putting, [], "a1", true)).toEqual({ kind: "try", touched: ["a1"] });
  });
  it("asks why a piece cannot move, and selects it, so that a move can be tried", () => {
    expect(touch(moving, [], "e5", true)).toEqual({ kind: "stuck", touched: ["e5"] });
    expect(touch(moving, ["e5"], "e4", false)).toEqual({ kind: "try", touched: ["e5", "e4"] });
  });
  it("begins beside the board", () => {
    expect(touch(exchange, [], "buck", false)).toEqual({ kind: "touched", touched: ["buck"] });
    expect(touch(exchange, ["buck"], "b2", true)).toEqual({ kind: "play", action: "Kb2" });
    expect(touch(exchange, [], "decline", false)).toEqual({ kind: "play", action: "-" });
  });
});

describe("dragging", () => {
  it("plays what leads from one place to another", () => {
    expect(drag(moving, "a1", "b1", true)).toEqual({ kind: "play", action: "Ba1b1" });
  });
  it("tries what does not", () => {
    expect(drag(moving, "a1", "e5", true)).toEqual({ kind: "try", touched: ["a1", "e5"] });
  });
  it("means nothing where nothing stands", () => {
    expect(drag(moving, "c2", "c3", false)).toEqual({ kind: "touched", touched: [] });
  });
});

describe("what may be touched", () => {
  it("is where gestures begin, then where they go on", () => {
    expect(nextPlaces(moving, [])).toEqual(new Set(["a1", "e1"]));
    expect(nextPlaces(moving, ["a1"])).toEqual(new Set(["b1", "c3"]));
  });
  it("names each place beside the board once", () => {
    expect(besideTheBoard(exchange, { b2: 1, c2: 1 }).map(({ action }) => action)).toEqual(["Kb2", "-"]);
  });
});

describe("a gesture that is advised", () => {
  const plan = ["Tang", "D1", "seal"];
  const levels = new Set(["D0", "D1", "F0"]);
  it("is marked whole before anything is touched, and once it has been begun", () => {
    expect(advised(plan, [], new Set())).toEqual(plan);
    expect(advised(plan, ["Tang"], new Set())).toEqual(plan);
    expect(advised(["a1", "b1"], ["a1"], new Set())).toEqual(["a1", "b1"]);
  });
  it("is an arrow from start to target also while another piece is selected", () => {
    expect(advised(["a1", "b1"], ["e5"], new Set())).toEqual(["a1", "b1"]);
    expect(advised(["a1", "b1"], ["a1", "aboard"], new Set())).toEqual(["a1", "b1"]);
  });
  it("leaves out what belongs to another place that is touched", () => {
    expect(advised(plan, ["Ulan"], new Set(["D1"]))).toEqual(["Tang", "seal"]);
  });
  it("goes on after things that are touched in any order", () => {
    expect(advised(plan, ["Tang", "D0", "F0"], levels)).toEqual(plan);
    expect(advised(plan, ["Ulan", "D0", "F0"], levels)).toEqual(["Tang", "seal"]);
  });
});
