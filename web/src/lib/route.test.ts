import { describe, expect, it } from "vitest";
import { readRoute } from "./route.svelte";

describe("a route", () => {
  it("names the game of an address in plain letters", () => {
    expect(readRoute("/play/bagh%2Dchal")).toMatchObject({ view: "setup", game: "bagh-chal" });
    expect(readRoute("/table/abc")).toEqual({ view: "table", table: "abc" });
  });

  it("leads nowhere if an address is broken", () => {
    expect(readRoute("/play/%E0%A4%A")).toEqual({ view: "nothing" });
    expect(readRoute("/edit/%")).toEqual({ view: "nothing" });
  });
});
