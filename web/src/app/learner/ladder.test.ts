import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Sitting } from "../../protocol";
import type { Finished } from "./ladder";

type Ladder = typeof import("./ladder");
let ladder: Ladder;
let settings: { rising: boolean; level: number };

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  vi.stubGlobal("document", cookies());
  ladder = await import("./ladder");
  ({ settings } = await import("../settings.svelte"));
});

afterEach(() => void vi.unstubAllGlobals());

/** A document that keeps cookies. */
function cookies() {
  const kept = new Map<string, string>();
  return {
    get cookie() {
      return [...kept].map(([key, value]) => `${key}=${value}`).join("; ");
    },
    set cookie(text: string) {
      const [pair = ""] = text.split("; ");
      kept.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1));
    },
  };
}

const person: Sitting = {
  kind: "here",
  name: "Ada",
  level: null,
  engine: null,
  coached: false,
  free: false,
  bot: false,
};
const computer = (level: number): Sitting => ({
  kind: "computer",
  name: "",
  level,
  engine: null,
  coached: false,
  free: false,
  bot: false,
});

function finished(winners: number[], ...players: Sitting[]): Finished {
  return {
    end: { winners, scores: [], clause: null, text: "" },
    game: "khan:players=2",
    mine: [0],
    players: players.length > 0 ? players : [person, computer(ladder.levelFor("khan"))],
  };
}

test("the level rises after two wins in a row, and says from where", () => {
  ladder.countResult(finished([0]));
  expect(ladder.rungOf("khan")).toEqual({ level: 1, run: 1, before: null });
  ladder.countResult(finished([0]));
  expect(ladder.rungOf("khan")).toEqual({ level: 2, run: 0, before: 1 });
  expect(ladder.levelFor("yut")).toBe(1); // each game has its own
});

test("the level falls after three losses in a row", () => {
  ladder.chooseLevel("khan", 3);
  for (const winners of [[1], [1], [0], [1], [1]]) ladder.countResult(finished(winners));
  expect(ladder.levelFor("khan")).toBe(3);
  ladder.countResult(finished([1]));
  expect(ladder.rungOf("khan")).toEqual({ level: 2, run: 0, before: 3 });
});

test("nothing is above the highest level or below the lowest", () => {
  for (let game = 0; game < 4; game++) ladder.countResult(finished([1]));
  expect(ladder.levelFor("khan")).toBe(1);
  ladder.chooseLevel("khan", 5);
  for (let game = 0; game < 3; game++) ladder.countResult(finished([0]));
  expect(ladder.levelFor("khan")).toBe(5);
});

test("a game at another level, as the next level after a result, begins a new run there", () => {
  ladder.countResult(finished([0]));
  ladder.countResult(finished([0], person, computer(2)));
  expect(ladder.rungOf("khan")).toEqual({ level: 2, run: 1, before: null });
});

test("draws and games with other people, engines or several seats of one person do not count", () => {
  const invited: Sitting = { ...person, kind: "invited" };
  const engine: Sitting = { ...computer(1), level: null, engine: "Fox" };
  expect(ladder.resultOf(finished([0, 1]))).toBe(null);
  expect(ladder.resultOf(finished([0], person, invited))).toBe(null);
  expect(ladder.resultOf(finished([0], person, engine))).toBe(null);
  expect(ladder.resultOf(finished([0], person, computer(1), computer(2)))).toBe(null);
  expect(ladder.resultOf({ ...finished([0]), mine: [0, 1] })).toBe(null);
  expect(ladder.resultOf({ ...finished([0]), end: null })).toBe(null);
});

test("turned off, the level is the one of the settings and nothing is counted", () => {
  ladder.countResult(finished([0]));
  settings.rising = false;
  settings.level = 4;
  ladder.countResult(finished([0], person, computer(1)));
  expect(ladder.levelFor("khan")).toBe(4);
  settings.rising = true;
  expect(ladder.rungOf("khan")).toEqual({ level: 1, run: 1, before: null });
});

test("what another program has written is passed over", () => {
  for (const kept of [null, "text", 7, [1], { khan: 3 }, { khan: { level: 9, run: 0, before: null } }]) {
    vi.stubGlobal("document", { cookie: `naadam.levels=${encodeURIComponent(JSON.stringify(kept))}` });
    expect(ladder.rungOf("khan")).toBe(null);
  }
});
