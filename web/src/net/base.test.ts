import { expect, test, vi } from "vitest";

async function loaded(prefix: string) {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { dataset: prefix ? { prefix } : {} } });
  return import("./base");
}

test("addresses have the prefix that the server has named", async () => {
  const { at, withoutPrefix } = await loaded("/naadam");
  expect(at("/play/yut")).toBe("/naadam/play/yut");
  expect(withoutPrefix("/naadam/play/yut")).toBe("/play/yut");
  expect(withoutPrefix("/naadam")).toBe("/");
  expect(withoutPrefix("/naadams/play")).toBe("/naadams/play");
});

test("without a prefix addresses stay as they are", async () => {
  const { at, withoutPrefix } = await loaded("");
  expect(at("/")).toBe("/");
  expect(withoutPrefix("/play/yut")).toBe("/play/yut");
});
