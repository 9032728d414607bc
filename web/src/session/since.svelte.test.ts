import { expect, test, vi } from "vitest";
import type { Description, Piece, Tally } from "../protocol";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("document", { cookie: "" });
const { digestOf, Since } = await import("./since.svelte");

const CHANCE = 8;
const points: Tally = { count: "points", name: "{count:point|points}", of: null, seat: null, decides: true };

function goats(count: number, score: number): Description {
  const pieces: Piece[] = Array.from({ length: count }, (_, index) => ({ kind: "goat", point: `a${index}`, seat: 0 }));
  return { pieces: [...pieces, { kind: "tiger", point: "e5", seat: 1 }], turn: 0, counts: { points: [score, 9] } };
}

function unseated(piece: Piece): Piece {
  return { ...piece, seat: null };
}

function past(drawings: Description[], seats: number[]) {
  const moves = seats.map((seat, index) => ({
    seq: index + 1,
    seat,
    said: { action: `${index + 1}`, words: "", told: `move ${index + 1}`, way: [] },
  }));
  const board = ["a0", "a1", "a2", "a3", "a4", "e5"].map((name) => [name, [0, 0]] as const);
  const stage = { tallies: [points], points: Object.fromEntries(board) as never };
  return { moves, seats: 2, stage, drawing: (seq: number) => drawings[seq] ?? null };
}

test("what took pieces or changed a number comes first, the rest after it", () => {
  const drawings = [goats(5, 5), goats(5, 5), goats(5, 5), goats(3, 5), goats(3, 4), goats(3, 4)];
  const digest = digestOf(past(drawings, [0, 1, 1, 1, CHANCE]), 0, 1, 5);
  expect(digest?.concerning.map(({ seq }) => seq)).toEqual([3, 4]);
  expect(digest?.others.map(({ seq }) => seq)).toEqual([2]);
  expect(digest?.lost).toBe(2);
  expect(digest?.changed).toEqual([{ name: "points", before: 5, after: 4 }]);
});

test("a lost piece is seen where kinds belong to a side, or where only one side has pieces to lose", () => {
  const lone = (count: number): Description => ({ ...goats(count, 5), pieces: goats(count, 5).pieces.map(unseated) });
  expect(digestOf(past([lone(5), lone(4)], [1]), 0, 0, 1)?.lost).toBe(1);
  const held = (...kinds: string[]): Description => ({
    pieces: kinds.map((kind, index) => ({ kind, point: `a${index}` })),
    turn: 0,
    sides: ["mu", "suhey"],
  });
  const seized = past([held("city-mu", "village-mu", "temple"), held("city-mu", "village-suhey", "temple")], [1]);
  expect(digestOf(seized, 0, 0, 1)?.lost).toBe(1);
});

test("a piece that goes back to a pile next to the board is lost on it", () => {
  const horses = (point: string): Description => ({ pieces: [{ kind: "horse", point, seat: 0 }], turn: 0 });
  expect(digestOf(past([horses("a1"), horses("pile")], [1]), 0, 0, 1)?.lost).toBe(1);
});

test("own moves and chance are no news", () => {
  expect(digestOf(past([goats(5, 5), goats(5, 5), goats(5, 5)], [0, CHANCE]), 0, 0, 2)).toBe(null);
});

test("sealed moves that cannot be told yet are no news", () => {
  const sealed = past([goats(5, 5), goats(5, 5)], [1]);
  expect(digestOf({ ...sealed, moves: [{ seq: 1, seat: 1, said: null }] }, 0, 0, 1)).toBe(null);
});

test("who saw everything, has just left, or plays several seats gets no digest", async () => {
  const { moves, drawing, stage } = past([goats(5, 5), goats(4, 5)], [1]);
  const prepared = vi.fn(() => Promise.resolve(true));
  const replay = { moves, prepare: prepared, known: drawing };
  const since = new Since({ now: { stage }, replay } as never);
  const table = { mine: [0], seq: 1, roles: ["Goats", "Tigers"] };
  await since.begin(table as never, 1, 0);
  await since.begin(table as never, 0, Date.now() - 5_000);
  await since.begin({ ...table, mine: [0, 1] } as never, 0, 0);
  expect(since.digest).toBe(null);
  expect(prepared).not.toHaveBeenCalled();
  await since.begin(table as never, 0, 0);
  expect(since.digest?.lost).toBe(1);
  since.close();
  expect(since.digest).toBe(null);
});
