import { expect, test } from "vitest";
import { fill } from "./texts.svelte";

test("a word goes with its number", () => {
  const said = [0, 1, 2].map((count) => fill("{count} sur {of} {count:capturé|capturé|capturés}", { count, of: 14 }));
  expect(said).toEqual(["0 sur 14 capturé", "1 sur 14 capturé", "2 sur 14 capturés"]);
  expect([0, 1, 2].map((count) => fill("{count:goat|goats}", { count }))).toEqual(["goats", "goat", "goats"]);
});

test("a place without a value is seen", () => {
  expect(fill("{name}: {count:goat|goats}", {})).toBe("{name}: {count:goat|goats}");
});
