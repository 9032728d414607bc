import { describe, expect, it } from "vitest";
import { followChanges, followMoved } from "./patch";
import type { Description, Moved, Table } from "../protocol";

const goat = { kind: "goat", point: "a1" };
const other = { kind: "goat", point: "b1" };
const tiger = { kind: "tiger", point: "c1" };

describe("changes", () => {
  it("take out pieces and put others in at their places", () => {
    const before: Description = { pieces: [goat, other, tiger], turn: 0 };
    const moved = { kind: "goat", point: "b2" };
    const after = followChanges(before, { gone: [0], come: [[1, moved]], others: { turn: 1 } });
    expect(after).toEqual({ pieces: [other, moved, tiger], turn: 1 });
    expect(after.pieces[0]).toBe(other);
    expect(before.pieces).toHaveLength(3);
  });

  it("tell of counts and shelves only what is new, and what is gone", () => {
    const before: Description = { pieces: [], turn: 0, counts: { hand: 3, peace: 1 }, shelves: { row: [], hand: [] } };
    const after = followChanges(before, { others: { counts: { peace: 2 }, shelves: { hand: null } } });
    expect(after.counts).toEqual({ hand: 3, peace: 2 });
    expect(after.shelves).toEqual({ row: [] });
  });

  it("lead to nothing if something was missed in between", () => {
    const table = { seq: 3, drawing: { pieces: [goat], turn: 0 }, asked: "draw", title: "Goats" } as unknown as Table;
    const moved = { since: 3, seq: 4, changes: {}, events: [], frame: { asked: null } } as unknown as Moved;
    expect(followMoved(table, moved)).toMatchObject({
      seq: 4,
      asked: null,
      title: "Goats",
      drawing: { pieces: [goat] },
    });
    expect(followMoved(table, { ...moved, since: 2 })).toBeNull();
    expect(followMoved(null, moved)).toBeNull();
  });
});
