import { describe, expect, it } from "vitest";
import { readRoute } from "./route.svelte";

describe("a route", () => {
  it("names the game of an address in plain letters", () => {
    expect(readRoute("/play/bagh%2Dchal")).toMatchObject({ view: "setup", game: "bagh-chal" });
    expect(readRoute("/table/abc-DEF_123")).toEqual({ view: "table", table: "abc-DEF_123", move: null });
  });

  it("leads to a move of a game, and to a mistake that is tried again", () => {
    expect(readRoute("/table/abc-DEF_123", "?move=12")).toEqual({ view: "table", table: "abc-DEF_123", move: 12 });
    expect(readRoute("/table/abc-DEF_123", "?again=13")).toEqual({ view: "retry", table: "abc-DEF_123", number: 13 });
    expect(readRoute("/table/abc-DEF_123", "?again=x")).toEqual({ view: "table", table: "abc-DEF_123", move: null });
  });

  it("leads to a puzzle", () => {
    expect(readRoute("/puzzles/jarmo", "?number=3")).toEqual({ view: "puzzles", game: "jarmo", number: 3 });
    expect(readRoute("/puzzles/jarmo")).toEqual({ view: "puzzles", game: "jarmo", number: null });
  });

  it("leads nowhere if an address is broken", () => {
    expect(readRoute("/play/%E0%A4%A")).toEqual({ view: "nothing" });
    expect(readRoute("/edit/%")).toEqual({ view: "nothing" });
    expect(readRoute("/table/abc")).toEqual({ view: "nothing" });
    expect(readRoute("/table/%E0%A4%A-abcdef")).toEqual({ view: "nothing" });
  });
});
