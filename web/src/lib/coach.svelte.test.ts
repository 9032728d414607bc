import { expect, test } from "vitest";
import { Coach } from "./coach.svelte";
import type { Warned } from "./protocol";

const warning: Warned = {
  type: "warned",
  id: "1",
  action: "Gb2",
  text: "Careful",
  clause: "BC-6",
  points: ["a1", "c3"],
};

function coached() {
  const played: unknown[] = [];
  const session = {
    now: { pointed: [] as string[] },
    voice: { spoken: "" },
    play: (...move: unknown[]) => void played.push(move),
  };
  return { coach: new Coach(session), session, played };
}

test("a warning is shown on the board and said", () => {
  const { coach, session } = coached();
  coach.hear(warning);
  expect(session.now.pointed).toEqual(["a1", "c3"]);
  expect(session.voice.spoken).toBe("Careful");
});

test("who is sure plays the same move, whoever is not plays nothing", () => {
  const { coach, session, played } = coached();
  coach.hear(warning);
  coach.heed(false);
  expect(played).toEqual([]);
  expect(session.now.pointed).toEqual([]);
  coach.hear(warning);
  coach.heed(true);
  expect(played).toEqual([["Gb2", [], true]]);
  expect(coach.warned).toBeNull();
});
