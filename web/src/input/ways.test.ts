import { expect, it } from "vitest";
import type { Choice } from "./choices";
import type { Line } from "../protocol";
import { choicesAt, linesFrom, linesOf, previewed } from "./ways";

const choice = (gesture: string[], preview: Record<string, string[]> = {}): Choice => ({
  action: gesture.join("-"),
  words: "",
  gesture,
  preview,
});
const line = (one: string, other: string, both = true): Line => ({ ends: [one, other], path: `${one}${other}`, both });

const lines = [line("a", "b"), line("b", "c"), line("a", "d")];
const near = choice(["a", "b"], { captures: ["x"] });
const far = choice(["a", "c"], { way: ["a", "b", "c"], spends: ["two"] });
const choices = [near, far, choice(["d", "a"])];

it("a place that is looked at shows what can begin there", () => {
  expect(choicesAt(choices, [], "a")).toEqual([near, far]);
  expect(choicesAt(choices, [], null)).toEqual([]);
});

it("after a touch it shows what would be done there, or all that can follow", () => {
  expect(choicesAt(choices, ["a"], "c")).toEqual([far]);
  expect(choicesAt(choices, ["a"], "a")).toEqual([near, far]);
});

it("what would be spent shows what it can be spent on", () => {
  expect(choicesAt(choices, [], "two")).toEqual([far]);
});

it("a choice goes along its way, or straight", () => {
  expect(linesOf(lines, far).map(({ path }) => path)).toEqual(["ab", "bc"]);
  expect(linesOf(lines, near).map(({ path }) => path)).toEqual(["ab"]);
  expect(linesFrom(lines, "a").map(({ path }) => path)).toEqual(["ab", "ad"]);
  expect(linesFrom([line("a", "b", false)], "b")).toEqual([]);
});

it("previews are gathered", () => {
  expect(previewed(choices, "captures")).toEqual(["x"]);
});
