import { expect, test } from "vitest";
import { Coach } from "./coach.svelte";
import type { Warned } from "../../protocol";

const warning: Warned = {
  answer: true,
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
    announcer: { spoken: "" },
    play: (...move: unknown[]) => void played.push(move),
  };
  return { coach: new Coach(session), session, played };
}

test("a warning is kept until it is answered, and said", () => {
  const { coach, session } = coached();
  coach.hear(warning);
  expect(coach.warned).toBe(warning);
  expect(session.announcer.spoken).toBe("Careful");
});

test("who is sure plays the same move, whoever is not plays nothing", () => {
  const { coach, played } = coached();
  coach.hear(warning);
  coach.heed(false);
  expect(played).toEqual([]);
  expect(coach.warned).toBeNull();
  coach.hear(warning);
  coach.heed(true);
  expect(played).toEqual([["Gb2", [], true]]);
  expect(coach.warned).toBeNull();
});
