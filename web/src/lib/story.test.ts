import { expect, it } from "vitest";
import type { Event } from "./protocol";
import { readRoute } from "./route.svelte";
import { seatsFor } from "./seating";
import { movesOf } from "./story";

const event = (seq: number, kind: string, seat: number): Event => ({ seq, kind, seat, said: null });

it("taking back goes to the last move of the seat that did it", () => {
  const events = [event(1, "action", 0), event(2, "action", 1), event(3, "action", 0), event(4, "action", 1)];
  expect(movesOf([...events, event(5, "undone", 0)]).map(({ seq }) => seq)).toEqual([1, 2]);
  expect(movesOf([...events, event(5, "undone", 0), event(6, "action", 0)]).map(({ seq }) => seq)).toEqual([1, 2, 6]);
});

it("what is only asked changes no move", () => {
  expect(movesOf([event(1, "action", 0), event(2, "ask", 1), event(3, "declined", 0)])).toHaveLength(1);
});

it("the address names the view", () => {
  expect(readRoute("/")).toEqual({ view: "home" });
  expect(readRoute("/play/bagh-chal", "?board=pulijudam")).toEqual({ view: "setup", game: "bagh-chal", board: "pulijudam" });
  expect(readRoute("/match/abc")).toEqual({ view: "table", match: "abc" });
  expect(readRoute("/elsewhere")).toEqual({ view: "nothing" });
});

it("everybody gets a seat", () => {
  expect(seatsFor("computer", 1, 2, "Anna", "Computer")).toEqual([{ kind: "computer", name: "Computer" }, { kind: "here", name: "Anna" }]);
  expect(seatsFor("friend", "lots", 2, "Anna", "Computer", () => 0.1)[0]).toEqual({ kind: "here", name: "Anna" });
  expect(seatsFor("screen", 0, 2, "Anna", "Computer").map(({ kind }) => kind)).toEqual(["here", "here"]);
});
