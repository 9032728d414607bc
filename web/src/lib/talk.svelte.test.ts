import { expect, test } from "vitest";
import type { Table } from "./protocol";
import { Talk } from "./talk.svelte";

function at(kinds: string[]): Talk {
  const table = {
    mine: [0],
    roles: ["White", "Gold", "Red"],
    players: kinds.map((kind) => ({ kind })),
    talks: [0b110, 0b101, 0b011],
  } as unknown as Table;
  return new Talk({ table }, () => undefined);
}

test("one talks to people, not to computers", () => {
  expect(at(["here", "invited", "computer"]).partners).toEqual([1]);
  expect(at(["here", "invited", "computer"]).all).toBe(true);
  expect(at(["here", "computer", "computer"]).partners).toEqual([]);
});
