import { expect, test } from "vitest";
import { Film } from "./film.svelte";
import type { Recounted } from "../protocol";

const piece = (point: string): { kind: string; point: string } => ({ kind: "village", point });
const story = {
  type: "recounted",
  id: "r",
  drawing: { pieces: [piece("a")], turn: null },
  shots: ["b", "c", "d"].map((point, index) => ({
    saying: { say: `to ${point}`, points: [point] },
    clause: `YN-${index}`,
    chapter: null,
    changes: { come: [[index + 1, piece(point)]] },
  })),
} as unknown as Recounted;

function filmed(moves = true): { film: Film; pass: () => void; ended: string[] } {
  let ring: (() => void) | null = null;
  const film = new Film(() => moves, {
    now: () => 0,
    after: (_, work) => {
      ring = work;
      return 1;
    },
    cancel: () => (ring = null),
  });
  const ended: string[] = [];
  film.show(story, "title", () => ended.push("ended"));
  const pass = (): void => {
    const work = ring;
    ring = null;
    work?.();
  };
  return { film, pass, ended };
}

test("a film goes on by itself to its end, and stays there", () => {
  const { film, pass, ended } = filmed();
  expect(film.open).toBe(true);
  expect([film.at, film.points]).toEqual([0, ["b"]]);
  expect(film.drawing?.pieces.map(({ point }) => point)).toEqual(["a", "b"]);
  pass();
  pass();
  expect(film.drawing?.pieces.map(({ point }) => point)).toEqual(["a", "b", "c", "d"]);
  pass();
  expect([film.at, film.playing, ended]).toEqual([2, false, []]);
  film.play(true);
  expect([film.at, film.playing]).toEqual([0, true]);
});

test("who steps through it holds it; closing it tells once", () => {
  const { film, pass, ended } = filmed();
  film.step(1);
  pass();
  expect([film.at, film.playing]).toEqual([1, false]);
  film.step(-5);
  expect(film.at).toBe(0);
  film.view(99);
  expect(film.at).toBe(2);
  film.close();
  film.close();
  expect([film.open, film.drawing, ended]).toEqual([false, null, ["ended"]]);
});

test("who wants nothing to move sees the end and reads the list", () => {
  const { film, pass } = filmed(false);
  pass();
  expect([film.at, film.playing, film.scenes.length]).toEqual([2, false, 3]);
});
