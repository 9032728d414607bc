import { expect, test } from "vitest";
import { isLoopback, reachOf } from "./public_origin.svelte";

test("addresses that mean this machine alone are told from others", () => {
  for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(isLoopback(host)).toBe(true);
  for (const host of ["192.168.1.7", "naadam.example", "127.0.0.1.example", "localhost.example"])
    expect(isLoopback(host)).toBe(false);
});

test("a link is promised to work as far as the server is reached", () => {
  expect(reachOf("localhost", null)).toBe("computer");
  expect(reachOf("127.0.0.1", [])).toBe("computer");
  expect(reachOf("127.0.0.1", ["http://192.168.1.7:8000"])).toBe("network");
  for (const host of ["192.168.1.7", "10.0.0.2", "172.20.1.1", "[fd00::1]", "tower.local", "tower"])
    expect(reachOf(host, null)).toBe("network");
  for (const host of ["naadam.example", "172.40.1.1", "8.8.8.8"]) expect(reachOf(host, null)).toBe("anywhere");
});
