import { expect, test } from "vitest";
import { Explorer, type Explorable } from "./explorer.svelte";
import type { Description, Explored, RatedMove, ToClient } from "../../protocol";

const move = (action: string, ...gesture: string[]): RatedMove => ({
  action,
  words: action,
  gesture,
  value: "draw",
  distance: null,
  errors: 0,
  replies: 1,
});
const moves = [move("Ba1b1", "a1", "b1"), move("Ba1a2", "a1", "a2"), move("Bc3c2", "c3", "c2")];

/** A session whose server answers on command. */
function explored(acting: number | null = null) {
  const asked: { line: string[]; answer: (message: ToClient) => void }[] = [];
  const session = {
    now: { touched: [] as string[], pointed: [] as string[] },
    replay: { lastMove: { seq: 7 }, aside: null as Description | null },
    announcer: { tell: () => undefined },
    acting,
    ask: ({ at, line = [] }: { at: number; line?: string[] }) => {
      expect(at).toBe(7);
      return new Promise<ToClient>((answer) => asked.push({ line, answer }));
    },
  };
  const explorer = new Explorer(session as unknown as Explorable);
  explorer.open = true;
  const answer = async (index: number): Promise<void> => {
    const line = asked[index]?.line ?? [];
    const told = {
      type: "explored",
      id: "",
      at: 7,
      line,
      drawing: { pieces: [] },
      seat: 0,
      known: true,
      moves,
      played: [],
    };
    asked[index]?.answer(told as unknown as Explored);
    await Promise.resolve();
    await Promise.resolve();
  };
  return { explorer, session, asked, answer };
}

test("touches lead along the moves, and a whole move leads off the game", async () => {
  const { explorer, session, asked, answer } = explored();
  void explorer.start();
  await answer(0);
  expect([...explorer.next]).toEqual(["a1", "c3"]);
  expect(explorer.touch("a1")).toBe(true);
  expect(session.now.touched).toEqual(["a1"]);
  expect(explorer.touch("a2")).toBe(true);
  expect(asked[1]?.line).toEqual(["Ba1a2"]);
  await answer(1);
  expect(explorer.line).toEqual(["Ba1a2"]);
  expect(session.replay.aside).not.toBeNull();
  void explorer.back();
  await answer(2);
  expect(session.replay.aside).toBeNull();
  explorer.close();
  expect(explorer.moves).toEqual([]);
});

test("only the last question counts", async () => {
  const { explorer, answer } = explored();
  void explorer.go("Ba1b1");
  void explorer.go("Bc3c2");
  await answer(1);
  await answer(0);
  expect(explorer.line).toEqual(["Bc3c2"]);
});

test("who is to act touches the game and not the explorer", () => {
  expect(explored(0).explorer.touch("a1")).toBe(false);
});
