import { expect, test } from "vitest";
import type { IntroductionInfo } from "../../protocol";
import { due, turnsBy, type Seen } from "./introductions";

const rule = (clause: string, conditions: Partial<IntroductionInfo> = {}): IntroductionInfo => ({
  ...{ clause, text: "", rule: "", choice: null, move: null, turn: null, told: false, picture: null },
  ...conditions,
});

function seen(changes: Partial<Seen> = {}): Seen {
  return { choices: [], moves: [], seat: 0, acting: true, named: new Set(), ...changes };
}

function moves(...made: [number, string][]): Seen["moves"] {
  return made.map(([seat, action], index) => ({
    seq: index + 1,
    seat,
    said: { action, words: "", told: "", way: [] },
  }));
}

const clauses = (rules: IntroductionInfo[], at: Seen, introduced: number[] = []): string[] =>
  due(rules, introduced, at).map(({ clause }) => clause);

test("a rule without a moment is introduced at the start, once", () => {
  expect(clauses([rule("CQ-20")], seen())).toEqual(["CQ-20"]);
  expect(clauses([rule("CQ-20")], seen(), [20])).toEqual([]);
});

test("a rule is introduced as soon as an action by it can be taken, or was taken", () => {
  const rules = [rule("CQ-50", { choice: "^x\\." }), rule("CQ-40", { choice: " x$" }), rule("CQ-2", { move: "-" })];
  const steps = [{ action: "n1-n2", preview: {} }];
  expect(clauses(rules, seen({ choices: steps }))).toEqual([]);
  expect(clauses(rules, seen({ choices: [...steps, { action: "x.n3", preview: {} }] }))).toEqual(["CQ-50"]);
  expect(clauses(rules, seen({ choices: [{ action: "n1-n2", preview: { captures: ["n2"] } }] }))).toEqual(["CQ-40"]);
  expect(clauses(rules, seen({ moves: moves([0, "n1-n2"]) }))).toEqual(["CQ-2"]);
});

test("a rule of a later turn waits for it, and nothing comes up while others move", () => {
  const rules = [rule("KH-21", { turn: 2 })];
  const played = moves([0, "invade"], [0, "invade"], [1, "invade"]);
  expect(turnsBy(seen({ moves: played.slice(0, 1) }))).toBe(1);
  expect(turnsBy(seen({ moves: played }))).toBe(2);
  expect(clauses(rules, seen({ moves: played }))).toEqual(["KH-21"]);
  expect(clauses(rules, seen({ moves: played.slice(0, 2) }))).toEqual([]);
  expect(clauses(rules, seen({ moves: played, acting: false }))).toEqual([]);
});

test("a refusal or a story that names its clause introduces a rule", () => {
  const rules = [rule("YN-30", { told: true }), rule("YN-35", { turn: 3 })];
  expect(clauses(rules, seen())).toEqual([]);
  expect(clauses(rules, seen({ acting: false, named: new Set(["YN-30", "YN-35"]) }))).toEqual(["YN-30", "YN-35"]);
});
