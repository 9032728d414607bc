import { afterEach, expect, test, vi } from "vitest";
import { getDrawnGames, getGames } from "./api";

afterEach(() => void vi.unstubAllGlobals());

test("games that no page can draw are listed, and not offered to be played on it", async () => {
  const games = [
    { name: "one", drawn: true },
    { name: "other", drawn: false },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(games))));
  expect((await getGames("en")).map(({ name }) => name)).toEqual(["one", "other"]);
  expect((await getDrawnGames("en")).map(({ name }) => name)).toEqual(["one"]);
});
