import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { PlayerSeen, Standing } from "../../protocol";
import { byTimeLeft, othersAt } from "./table_summary";
import { loadTexts } from "../../app/texts.svelte";

vi.mock("../../app/settings.svelte", () => ({ settings: { language: "en" } }));

const TEXTS = {
  home: { against: "against {names}", "one-screen": "at one screen" },
  table: { computer: "Computer", computers: "{count} computers", "computer-level": "{name}, level {level}" },
};

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(TEXTS))));
  await loadTexts("en");
});
afterEach(() => void vi.unstubAllGlobals());

function against(...others: Partial<PlayerSeen>[]): string {
  const players = [{ kind: "here", name: "Ana" }, ...others].map((each) => ({ role: "Red", name: "", ...each }));
  return othersAt({ players } as Standing, [0]);
}

const computer = (level: number, engine: string | null = null) => ({ kind: "computer", level, engine }) as const;

test("computers that are alike are counted", () => {
  expect(against(computer(3))).toBe("against Computer, level 3");
  expect(against(computer(3), computer(3), computer(3))).toBe("against 3 computers, level 3");
  expect(against(computer(3), computer(1), computer(3))).toBe("against 2 computers, level 3 and Computer, level 1");
  expect(against(computer(0, "Fang"), computer(0, "Fang"))).toBe("against 2 × Fang");
});

test("people are named one by one, whatever they are called", () => {
  const ravi = { kind: "invited", name: "Ravi" } as const;
  expect(against(ravi, ravi, computer(2))).toBe("against Ravi, Ravi, and Computer, level 2");
});

test("own games are sorted by the time left of this browser's seats", () => {
  const own = (name: string, waiting: number[], clocks: [number, number][], mine = [0]) => {
    const left = clocks.map(([seat, seconds]) => ({ seat, seconds, running: true }));
    return { name, mine, standing: { waiting, clocks: left } as unknown as Standing };
  };
  const tables = [
    own("of others", [1], [[1, 5]]),
    own("without a clock", [0], []),
    own("days", [0], [[0, 90_000]]),
    own("of all, one is mine", [0, 1], [[1, 10], [0, 600]]), // prettier-ignore
    own("hours", [0, 1], [[0, 7_000], [1, 40_000]], [0, 1]), // prettier-ignore
  ];
  const sorted = tables.sort(byTimeLeft).map(({ name }) => name);
  expect(sorted).toEqual(["of all, one is mine", "hours", "days", "without a clock", "of others"]);
});
