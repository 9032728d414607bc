import { afterEach, expect, test, vi } from "vitest";
import type { TableEvent } from "../protocol";
import { check } from "./seals";

const digest = "c9f6867499ebecbb1683bc27e07779b2a3df023891939b4127bc185c793f72ab"; // of n0:2:bid 3

function opened(action: string): TableEvent {
  const said = { action, words: action, told: action, way: [] };
  return { seq: 5, kind: "action", seat: 2, said, by: null, seal: { digest, nonce: "n0" }, story: false };
}

afterEach(() => vi.unstubAllGlobals());

test("an opened act is compared with its seal", async () => {
  expect(await check(opened("bid 3"), digest)).toBe("kept");
  expect(await check(opened("bid 3"), undefined)).toBe("kept");
  expect(await check(opened("bid 2"), digest)).toBe("broken");
  expect(await check(opened("bid 3"), "another")).toBe("broken");
});

test("where it cannot be checked, that is said", async () => {
  vi.stubGlobal("crypto", {});
  expect(await check(opened("bid 3"), digest)).toBe("unchecked");
  expect(await check({ ...opened("bid 3"), seal: { digest, nonce: null } }, digest)).toBe("unchecked");
});
