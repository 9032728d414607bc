/** Settings of this browser: language, appearance, board and pieces, sound, animation, speed, opponent. */
import { MediaQuery } from "svelte/reactivity";
import { LANGUAGES } from "./languages";
import { keepAtAllPorts, recallAtAllPorts } from "./storage";
import type { Language } from "../protocol";
import { LEVELS } from "./seating";

export const LONGEST_NAME = 40; // characters that the server takes
const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];
export const BOARDS = ["original", "wood", "slate", "night"] as const; // as the server colours them
export type Board = (typeof BOARDS)[number];
export const PIECES = ["drawn", "plain"] as const; // as the server has sheets of artwork
export type Pieces = (typeof PIECES)[number];

/** How long a step of others is seen, in milliseconds. */
export const PACES = { slow: 1_400, normal: 700, quick: 300, "at-once": 0 };
export type Pace = keyof typeof PACES;

export interface Settings {
  language: Language;
  theme: Theme;
  board: Board;
  pieces: Pieces;
  coordinates: boolean; // whether the names of the points are on the board
  confirmed: boolean; // whether a move made on the board is confirmed before it is played
  sound: boolean;
  volume: number; // of sounds, in percent
  animation: boolean;
  pace: Pace;
  name: string;
  level: number; // of the computer
  rising: boolean; // whether the level rises after wins and falls after losses
  coached: boolean; // whether a coach warns before a blunder against computers
  thinking: boolean; // whether the computer shows its thoughts
  notation: boolean; // whether the log shows the notation next to the words
  columns: boolean; // whether the log of two players has columns of notation instead of sentences
}

const KEY = "naadam.settings";

function languageOfBrowser(): Language {
  const wanted = navigator.languages.map((language) => language.slice(0, 2));
  return (wanted.find((language) => language in LANGUAGES) as Language | undefined) ?? "en";
}

type Kind = (value: unknown) => boolean;

function oneOf(values: readonly unknown[]): Kind {
  return (value) => values.includes(value);
}

/** Valid values of each setting. */
const KINDS: Record<keyof Settings, Kind> = {
  language: oneOf(Object.keys(LANGUAGES)),
  theme: oneOf(THEMES),
  board: oneOf(BOARDS),
  pieces: oneOf(PIECES),
  coordinates: oneOf([true, false]),
  confirmed: oneOf([true, false]),
  sound: oneOf([true, false]),
  volume: (value) => typeof value === "number" && value >= 0 && value <= 100,
  animation: oneOf([true, false]),
  pace: oneOf(Object.keys(PACES)),
  name: (value) => typeof value === "string" && value.length <= LONGEST_NAME,
  level: oneOf(LEVELS),
  rising: oneOf([true, false]),
  coached: oneOf([true, false]),
  thinking: oneOf([true, false]),
  notation: oneOf([true, false]),
  columns: oneOf([true, false]),
};

/** Stored settings that are still valid. */
function chosen(): Partial<Settings> {
  const kept = Object.entries(recallAtAllPorts(KEY) ?? {});
  return Object.fromEntries(
    kept.filter(([key, value]) => Object.hasOwn(KINDS, key) && KINDS[key as keyof Settings](value)),
  );
}

export const settings = $state<Settings>({
  language: languageOfBrowser(),
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
  ...chosen(),
});

const night = new MediaQuery("prefers-color-scheme: dark");

/** Apply the chosen settings, and remember them. */
export function applySettings(): void {
  document.documentElement.lang = settings.language;
  const dark = settings.theme === "system" ? night.current : settings.theme === "dark";
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.animation = settings.animation ? "on" : "off";
  document.documentElement.dataset.coordinates = settings.coordinates ? "on" : "off";
  keepAtAllPorts(KEY, $state.snapshot(settings));
}

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Milliseconds for a movement on the page: none if the reader wants none. */
export function duration(milliseconds: number): number {
  return settings.animation && !still.matches ? milliseconds : 0;
}
