import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Stage, Table } from "../protocol";
import { getStage } from "../net/api";
import { StageLoader } from "./stage_loader";

vi.mock("../net/api", () => ({ getStage: vi.fn() }));
vi.mock("../app/settings.svelte", () => ({ settings: { language: "en" } }));

const stageOf = (title: string): Stage => ({ title }) as unknown as Stage;
const asked = vi.mocked(getStage);
let now: { table: Table; stage: Stage | null };
let staging: StageLoader;

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  now = { table: { game: "yut" } as Table, stage: null };
  staging = new StageLoader(now);
});

afterEach(() => void vi.useRealTimers());

/** Answers that the server gives one after the other; null for none. */
function answer(...stages: (Stage | null)[]): void {
  for (const stage of stages)
    asked.mockImplementationOnce(() => (stage ? Promise.resolve(stage) : Promise.reject(new TypeError("no network"))));
}

test("a stage that did not come is asked for again, and whoever waits for it goes on waiting", async () => {
  answer(null, null, stageOf("board"));
  let staged = false;
  void staging.dress("").then(() => (staged = true));
  await vi.advanceTimersByTimeAsync(0);
  expect([now.stage, staged]).toEqual([null, false]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([now.stage, staged, asked.mock.calls.length]).toEqual([stageOf("board"), true, 3]);
});

test("it is asked for at once where the connection is back", async () => {
  answer(null, stageOf("board"));
  const dressed = staging.dress("");
  await vi.advanceTimersByTimeAsync(0);
  staging.retry();
  await dressed;
  expect(now.stage).toEqual(stageOf("board"));
});

test("one that is no longer looked at is not asked for again: who waited for it waits for the other", async () => {
  answer(null, stageOf("map"));
  const dressed = staging.dress("");
  await vi.advanceTimersByTimeAsync(0);
  void staging.dress("map");
  await vi.advanceTimersByTimeAsync(60_000);
  await dressed;
  expect([now.stage, asked.mock.calls.length]).toEqual([stageOf("map"), 2]);
});

test("of two that were asked for, in one language and another, the last is shown, whichever comes first", async () => {
  let late: (stage: Stage) => void = () => undefined;
  asked.mockImplementationOnce(() => new Promise((resolve) => (late = resolve)));
  answer(stageOf("plateau"));
  void staging.dress("");
  await staging.dress("", true);
  late(stageOf("board"));
  await vi.advanceTimersByTimeAsync(0);
  expect(now.stage).toEqual(stageOf("plateau"));
});

test("who has left asks no more", async () => {
  answer(null);
  void staging.dress("");
  await vi.advanceTimersByTimeAsync(0);
  staging.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBe(1);
});
