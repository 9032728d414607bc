import { expect, test } from "vitest";
import type { Spoken, Table } from "../protocol";
import { Chat } from "./chat.svelte";

function at(kinds: string[], mine = [0], chat: Table["chat"] = null, tell?: (line: Spoken) => void): Chat {
  const table = {
    mine,
    chat,
    roles: ["White", "Gold", "Red"],
    players: kinds.map((kind) => ({ kind })),
    talks: [0b110, 0b101, 0b011],
  } as unknown as Table;
  return new Chat({ table }, () => undefined, tell);
}

test("one talks to people, not to computers", () => {
  expect(at(["here", "invited", "computer"]).partners).toEqual([1]);
  expect(at(["here", "invited", "computer"]).all).toBe(true);
  expect(at(["here", "computer", "computer"]).partners).toEqual([]);
});

test("where several share a screen they talk to those at others, once all have agreed", () => {
  expect(at(["here", "here", "invited"], [0, 1]).partners).toEqual([]);
  expect(at(["here", "here", "invited"], [0, 1], "agreed").partners).toEqual([2]);
  expect(at(["here", "here", "invited"], [0, 1], "agreed").all).toBe(true);
});

test("what others say is told as it comes, not what was said before one came", () => {
  const told: string[] = [];
  const talk = at(["here", "invited", "invited"], [0], "agreed", ({ text }) => told.push(text));
  const line = (number: number, seat: number): Spoken => ({ number, seat, to: null, text: `line ${number}` });
  talk.hear([line(1, 1), line(2, 2)]);
  expect(told).toEqual([]);
  talk.hear([line(3, 1)]);
  talk.hear([line(4, 0)]);
  talk.hear([line(3, 1), line(4, 0)]);
  expect(told).toEqual(["line 3"]);
  expect(talk.lines).toHaveLength(4);
});

test("a muted chat tells nothing", () => {
  const told: string[] = [];
  const talk = at(["here", "invited", "invited"], [0], "agreed", ({ text }) => told.push(text));
  talk.muted = true;
  talk.hear([{ number: 1, seat: 1, to: null, text: "Hello" }]);
  expect(told).toEqual([]);
});
