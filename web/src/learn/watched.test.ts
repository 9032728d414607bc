import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("document", { cookie: "" });
const { captionAt, nextSeat } = await import("./watched");

const CHANCE = 8;
const moves = [CHANCE, 0, 1, CHANCE, 1].map((seat, index) => ({ seq: index + 1, seat, said: null }));

test("a caption is shown from its move on, until the next", () => {
  const captions = [
    { move: 3, text: "one" },
    { move: 7, text: "two" },
  ];
  expect([0, 2, 3, 6, 7, 99].map((at) => captionAt(captions, at))).toEqual([-1, -1, 0, 0, 1, 1]);
});

test("a game is taken over by the seat that moves next, which chance is not", () => {
  expect([0, 1, 2, 3, 4, 5].map((made) => nextSeat(moves, made, 2))).toEqual([0, 0, 1, 1, 1, null]);
});
