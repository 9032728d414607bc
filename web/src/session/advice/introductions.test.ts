import { expect, test } from "vitest";
import type { IntroductionInfo } from "../../protocol";
import { due, turnsBy, type Seen } from "./introductions";

const rule = (clause: string, conditions: Partial<IntroductionInfo> = {}): IntroductionInfo => ({
  ...{ clause, text: "", rule: "", choice: null, move: null, turn: null, told: "", picture: null },
  ...conditions,
});

function seen(changes: Partial<Seen> = {}): Seen {
  return { choices: [], moves: [], seat: 0, acting: true, refused: new Set(), happened: new Set(), ...changes };
}

function moves(...made: [number, string][]): Seen["moves"] {
  return made.map(([seat, action], index) => ({
    seq: index + 1,
    seat,
    said: { action, words: "", told: "", way: [] },
  }));
}

const next = (rules: IntroductionInfo[], at: Seen, introduced: number[] = [], readAt?: number): string | undefined =>
  due(rules, introduced, at, readAt)?.clause;

test("a rule without a moment is introduced at the start, once", () => {
  expect(next([rule("CQ-20")], seen())).toBe("CQ-20");
  expect(next([rule("CQ-20")], seen(), [20])).toBeUndefined();
});

test("a rule is introduced as soon as an action by it can be taken, or was taken", () => {
  const rules = [rule("CQ-50", { choice: "^x\\." }), rule("CQ-40", { choice: " x$" }), rule("CQ-2", { move: "-" })];
  const steps = [{ action: "n1-n2", preview: {} }];
  expect(next(rules, seen({ choices: steps }))).toBeUndefined();
  expect(next(rules, seen({ choices: [...steps, { action: "x.n3", preview: {} }] }))).toBe("CQ-50");
  expect(next(rules, seen({ choices: [{ action: "n1-n2", preview: { captures: ["n2"] } }] }))).toBe("CQ-40");
  expect(next(rules, seen({ moves: moves([0, "n1-n2"]) }))).toBe("CQ-2");
});

test("a rule of a later turn waits for it, and nothing comes up while others move", () => {
  const rules = [rule("KH-21", { turn: 2 })];
  const played = moves([0, "invade"], [0, "invade"], [1, "invade"]);
  expect(turnsBy(seen({ moves: played.slice(0, 1) }))).toBe(1);
  expect(turnsBy(seen({ moves: played }))).toBe(2);
  expect(next(rules, seen({ moves: played }))).toBe("KH-21");
  expect(next(rules, seen({ moves: played.slice(0, 2) }))).toBeUndefined();
  expect(next(rules, seen({ moves: played, acting: false }))).toBeUndefined();
});

test("a refusal or a story that names its clause introduces a rule", () => {
  const rules = [rule("YN-30", { told: "story" }), rule("YN-25", { told: "refusal" }), rule("YN-35", { turn: 3 })];
  const clauses = new Set(rules.map(({ clause }) => clause));
  expect(next(rules, seen())).toBeUndefined();
  const happened = seen({ acting: false, happened: clauses });
  expect([next(rules, happened), next(rules, happened, [30]), next(rules, happened, [30, 35])]).toEqual([
    "YN-30",
    "YN-35",
    undefined,
  ]);
  expect(next(rules, seen({ acting: false, refused: clauses }))).toBe("YN-25");
});

test("after a card has been read the next one waits for a move, unless its clause was named", () => {
  const rules = [rule("YN-70", { turn: 2 }), rule("YN-65", { turn: 2 }), rule("YN-25", { told: "refusal" })];
  const played = moves([0, "plan"], [1, "plan"]);
  expect(next(rules, seen({ moves: played }), [], 1)).toBe("YN-70");
  expect(next(rules, seen({ moves: played }), [70], 2)).toBeUndefined();
  expect(next(rules, seen({ moves: played, refused: new Set(["YN-25"]) }), [70], 2)).toBe("YN-25");
  expect(next(rules, seen({ moves: [...played, ...moves([0, "plan"])] }), [70], 2)).toBe("YN-65");
});
