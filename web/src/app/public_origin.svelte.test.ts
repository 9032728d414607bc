import { expect, test } from "vitest";
import { isLoopback } from "./public_origin.svelte";

test("addresses that mean this machine alone are told from others", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host)).toBe(true);
  for (const host of ["192.168.1.7", "naadam.example", "127.0.0.1.example", "localhost.example"])
    expect(isLoopback(host)).toBe(false);
});
