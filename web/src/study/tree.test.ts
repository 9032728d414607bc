import { describe, expect, it } from "vitest";
import { packRecord, unpackRecord } from "./packing";
import { Tree } from "./tree";

const move = (parent: number | null, step: string, comment = "") => ({ parent, step, comment });

/** a (b {Why.} c (d)) e, as the server lists it. */
const moves = () => [
  move(null, "", "Begin."),
  move(0, "a"),
  move(1, "e"),
  move(0, "b", "Why."),
  move(3, "c"),
  move(3, "d"),
];

const written = (tree: Tree): unknown => JSON.parse(tree.write({ game: "g", result: { clause: "X-1" } }));

describe("a tree", () => {
  it("is written with variations at the moves that they replace", () => {
    expect(written(new Tree(moves()))).toEqual({
      game: "g",
      result: null,
      steps: ["a", "e"],
      comments: [[0, "Begin."]],
      variations: [
        {
          at: 0,
          steps: ["b", "c"],
          comments: [[1, "Why."]],
          variations: [{ at: 1, steps: ["d"], comments: [], variations: [] }],
        },
      ],
    });
  });

  it("gets a move once, and finds it by the steps that lead to it", () => {
    const tree = new Tree(moves());
    tree.add(2, "f");
    tree.add(2, "f");
    expect(tree.at(2).children).toEqual([6]);
    expect(tree.find(["a", "e", "f"])).toBe(6);
    expect(tree.find(["b", "x"])).toBe(3);
    expect(tree.stepsTo(6)).toEqual(["a", "e", "f"]);
    expect(tree.endOf(0)).toBe(6);
  });

  it("loses a move with all that follows it", () => {
    const tree = new Tree(moves());
    tree.remove(3);
    expect(written(tree)).toMatchObject({ steps: ["a", "e"], variations: [] });
  });

  it("makes a variation the line that it replaced", () => {
    const tree = new Tree(moves());
    tree.promote(3);
    expect(written(tree)).toMatchObject({
      steps: ["b", "c"],
      comments: [
        [0, "Begin."],
        [1, "Why."],
      ],
      variations: [
        { at: 0, steps: ["a", "e"] },
        { at: 1, steps: ["d"] },
      ],
    });
  });

  it("has comments of one line without braces", () => {
    const tree = new Tree(moves());
    tree.comment(1, "  {so}\n it  goes ");
    expect(tree.at(1).comment).toBe("so it goes");
  });
});

it("a record comes back from the fragment of a link, and other text is an error", async () => {
  const record = `Game: bagh-chal\n\n${"Gc3 {Schön.} ".repeat(200)}`;
  const packed = await packRecord(record);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(200);
  expect(await unpackRecord(packed)).toBe(record);
  await expect(unpackRecord("nothing")).rejects.toThrow();
});
