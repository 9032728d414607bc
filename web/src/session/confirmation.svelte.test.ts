import { beforeEach, expect, test, vi } from "vitest";
import type { Choice } from "../input/choices";
import type { Stage } from "../protocol";
import { Confirmation } from "./confirmation.svelte";

const settings = vi.hoisted(() => ({ confirmed: true }));
vi.mock("../app/settings.svelte", () => ({ settings }));

const items = {
  end: { name: "End the turn", text: "", forms: {} },
  morale: { name: "High Morale", text: "High Morale: a third action.", forms: {} },
  tile: { name: "Tile I2", text: "Tile I2", forms: {} },
};
const stage = { points: { a1: [0, 0], b1: [1, 0] }, spots: {}, items } as unknown as Stage;
const move = { action: "a1b1", words: "a1 to b1", gesture: ["a1", "b1"], preview: {} };
const card = { action: "morale", words: "Use High Morale", gesture: ["morale"], preview: {} };
const button = { action: "end", words: "End the turn", gesture: ["end"], preview: {} };

class Fake {
  now = { stage, touched: [] as string[] };
  choices = [move, button, card];
  placing = { item: null as string | null };
  announcer = { spoken: "" };
  played: string[] = [];
  wordsOf(choice: Choice): string {
    return choice.words;
  }
  play(action: string, then: string[]): void {
    this.played.push([action, ...then].join(" "));
  }
}

let table: Fake;
let confirmation: Confirmation;
beforeEach(() => {
  settings.confirmed = true;
  table = new Fake();
  confirmation = new Confirmation(table);
});

test("a move on the board waits for a yes", () => {
  confirmation.play("a1b1", []);
  expect([table.played, confirmation.waiting?.words, confirmation.waiting?.gesture]).toEqual([
    [],
    "a1 to b1",
    ["a1", "b1"],
  ]);
  confirmation.answer(true);
  expect([table.played, confirmation.waiting]).toEqual([["a1b1"], null]);
});

test("a no forgets it, and a second yes plays nothing", () => {
  confirmation.play("a1b1", []);
  confirmation.answer(false);
  confirmation.answer(true);
  expect(table.played).toEqual([]);
});

test("a move that the page has no words for waits with the places touched and the actions after it", () => {
  table.choices = [];
  table.now.touched = ["a1", "b1"];
  confirmation.play("a1b1", ["b1a1"]);
  expect([confirmation.waiting?.words, confirmation.waiting?.gesture]).toEqual(["", ["a1", "b1"]]);
  confirmation.answer(true);
  expect(table.played).toEqual(["a1b1 b1a1"]);
});

test("a card that has an explanation gives it first, and is played by a second touch, whatever the settings say", () => {
  settings.confirmed = false;
  confirmation.play("morale", []);
  expect([table.played, confirmation.waiting?.text]).toEqual([[], "High Morale: a third action."]);
  expect(confirmation.repeat("end")).toBe(false);
  expect(confirmation.repeat("morale")).toBe(true);
  expect([table.played, confirmation.waiting]).toEqual([["morale"], null]);
  expect(confirmation.repeat("morale")).toBe(false);
});

test("a move on the board is not repeated by a touch of its last place", () => {
  confirmation.play("a1b1", []);
  expect(confirmation.repeat("b1")).toBe(false);
  expect(table.played).toEqual([]);
});

test("buttons, items laid by a second tap, and players who want no question are not asked", () => {
  confirmation.play("end", []);
  table.placing.item = "tile";
  confirmation.play("a1b1", []);
  table.placing.item = null;
  settings.confirmed = false;
  confirmation.play("a1b1", []);
  expect([table.played, confirmation.waiting]).toEqual([["end", "a1b1", "a1b1"], null]);
});
