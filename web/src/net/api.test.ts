import { afterEach, expect, test, vi } from "vitest";
import { getGames } from "./api";

afterEach(() => void vi.unstubAllGlobals());

test("games that no page can draw are not offered", async () => {
  const games = [
    { name: "one", drawn: true },
    { name: "other", drawn: false },
  ];
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(games))));
  expect((await getGames("en")).map(({ name }) => name)).toEqual(["one"]);
});
