import { describe, expect, it } from "vitest";
import { inWords, isShort, leftOf, levels, secondsOf, toldAt, isPart, write } from "./clock";
import type { Hourglass } from "../protocol";

const glass = (left: number, full: number, running = true): Hourglass => ({
  seat: 0,
  name: "turn-1",
  left_ms: left,
  full_ms: full,
  begun_ms: full,
  clause: "CQ-90",
  running,
  wait_ms: 0,
  vacation_ms: null,
});

describe("an hourglass", () => {
  it("runs on from what it was told, and never below nothing", () => {
    expect(leftOf(glass(20_000, 180_000), 4_500)).toBe(15_500);
    expect(leftOf(glass(20_000, 180_000), 60_000)).toBe(0);
    expect(leftOf(glass(20_000, 180_000), -5)).toBe(20_000);
  });
  it("starts after its wait, when the display has caught up", () => {
    const waiting = { ...glass(20_000, 180_000), wait_ms: 5_000 };
    expect([0, 4_500, 5_000, 6_000].map((since) => leftOf(waiting, since))).toEqual([20_000, 20_000, 20_000, 19_000]);
  });
  it("began with a part of what it can hold", () => {
    expect(isPart(glass(20_000, 180_000))).toBe(false);
    expect(isPart({ ...glass(20_000, 180_000), begun_ms: 95_000 })).toBe(true);
  });
  it("lies still on its side", () => {
    expect(leftOf(glass(20_000, 180_000, false), 4_500)).toBe(20_000);
  });
  it("counts the last second until it is over", () => {
    expect([180_000, 179_999, 1_000, 1, 0].map(secondsOf)).toEqual([180, 180, 1, 1, 0]);
  });
  it("writes minutes where there are some", () => {
    const written = [9, 59, 60, 125, 180, 3725].map((seconds) => write(seconds));
    expect(written).toEqual(["9", "59", "1:00", "2:05", "3:00", "1:02:05"]);
  });
  it("writes days where there are some, in the language of the reader", () => {
    expect(write(2 * 86_400 + 5 * 3600)).toBe("2 days 5 hr");
    expect(write(2 * 86_400 + 5 * 3600, "fr")).toContain("j");
  });
  it("is a ring if it has ten seconds and no more", () => {
    expect([isShort(glass(4_000, 10_000)), isShort(glass(4_000, 20_000))]).toEqual([true, false]);
  });
});

describe("telling the time", () => {
  it("tells 60, 30 and 10 seconds once each", () => {
    const told = [];
    for (let now = 179, before: number | null = 180; now >= 0; before = now--)
      told.push(toldAt(glass(0, 180_000), before, now));
    expect(told.filter((seconds) => seconds !== null)).toEqual([60, 30, 10]);
  });
  it("tells what was passed over only once, and the least of it", () => {
    expect(toldAt(glass(0, 180_000), 62, 25)).toBe(30);
    expect(toldAt(glass(0, 180_000), 25, 12)).toBeNull();
  });
  it("tells a short glass at its beginning", () => {
    expect(toldAt(glass(10_000, 10_000), null, 10)).toBe(10);
    expect(toldAt(glass(10_000, 10_000), 10, 9)).toBeNull();
  });
  it("tells who comes late how it stands", () => {
    expect(toldAt(glass(0, 180_000), null, 25)).toBe(30);
    expect(toldAt(glass(0, 180_000), null, 170)).toBeNull();
  });
  it("tells nothing of an empty glass", () => {
    expect(toldAt(glass(0, 10_000), 1, 0)).toBeNull();
  });
});

describe("the sand", () => {
  it("is all above at first and all below at last", () => {
    expect(levels(180, 180)).toEqual({ above: 1, below: 0 });
    expect(levels(0, 180)).toEqual({ above: 0, below: 1 });
    expect(levels(500, 180).above).toBe(1);
    expect(levels(0, 0)).toEqual({ above: 0, below: 1 });
  });
});

it.each([
  [0, "0 seconds"],
  [44.2, "45 seconds"],
  [60, "1 minute"],
  [3 * 3600 + 61, "3 hours, 1 minute"],
  [2 * 86_400, "2 days"],
  [2 * 86_400 + 5 * 3600 + 59, "2 days, 5 hours"],
])("%s seconds are told as %s", (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});
