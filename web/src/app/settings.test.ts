import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Settings } from "./settings.svelte";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("navigator", { languages: ["it-CH", "en"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => void vi.unstubAllGlobals());

/** The settings of a page that finds this in its cookie. */
async function settingsBy(kept: unknown): Promise<Settings> {
  const cookie = `other=1; naadam.settings=${encodeURIComponent(JSON.stringify(kept))}`;
  vi.stubGlobal("document", { cookie });
  return (await import("./settings.svelte")).settings;
}

const DEFAULTS: Settings = {
  language: "it",
  theme: "system",
  board: "original",
  pieces: "drawn",
  coordinates: true,
  confirmed: false,
  sound: true,
  volume: 70,
  animation: true,
  pace: "normal",
  name: "",
  level: 1,
  rising: true,
  coached: true,
  thinking: false,
  notation: false,
  columns: true,
};

test("what was chosen is found again", async () => {
  const chosen: Settings = {
    language: "fr",
    theme: "dark",
    board: "slate",
    pieces: "plain",
    coordinates: false,
    confirmed: true,
    sound: false,
    volume: 20,
    animation: false,
    pace: "at-once",
    name: "Ana",
    level: 5,
    rising: false,
    coached: false,
    thinking: true,
    notation: true,
    columns: false,
  };
  expect(await settingsBy(chosen)).toEqual(chosen);
  vi.resetModules();
  expect(await settingsBy({ name: "Ana" })).toEqual({ ...DEFAULTS, name: "Ana" });
});

test("what another program has written is passed over, choice by choice", async () => {
  const written = {
    language: "constructor",
    theme: 1,
    sound: "off",
    animation: null,
    pace: "toString",
    name: "A".repeat(41),
    level: "4",
    thinking: 0,
    notation: true,
    columns: "no",
    colour: "red",
  };
  expect(await settingsBy(written)).toEqual({ ...DEFAULTS, notation: true });
});

test.each([[null], ["text"], [7], [["en", "dark"]], [{ level: 6, name: {} }]])("%j is no choice", async (kept) => {
  expect(await settingsBy(kept)).toEqual(DEFAULTS);
});
