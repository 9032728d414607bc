import { afterEach, expect, test, vi } from "vitest";
import { keepAtAllPorts, recallAtAllPorts } from "./storage";

afterEach(() => void vi.unstubAllGlobals());

/** A browser with these cookies, and what a page keeps at its own port. */
function browse(): { document: { cookie: string }; stored: Map<string, string> } {
  const cookies = new Map<string, string>();
  const stored = new Map<string, string>();
  const document = {
    get cookie() {
      return [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
    },
    set cookie(text) {
      const [, key = "", value = "", seconds = ""] = /^(.*?)=(.*?); .*max-age=(\d+)/.exec(text) ?? [];
      if (seconds === "0") cookies.delete(key);
      else cookies.set(key, value);
    },
  };
  vi.stubGlobal("document", document);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
  });
  return { document, stored };
}

test("what is kept at all ports is found again where nothing else was kept", () => {
  const { stored } = browse();
  keepAtAllPorts("naadam.steps", { khan: [1, 2] });
  stored.clear();
  expect(recallAtAllPorts("naadam.steps")).toEqual({ khan: [1, 2] });
  expect(recallAtAllPorts("naadam.puzzles")).toBeNull();
});

test("all cookies fit into one line of a request, whatever is kept; what is too long is found at its own port", () => {
  const { document } = browse();
  const lengths = [100, 1_000, 1_500, 1_890, 2_000, 3_490, 9_000];
  for (const length of lengths) {
    const keys = ["naadam.settings", "naadam.steps", "naadam.puzzles"];
    for (const key of keys) keepAtAllPorts(key, "x".repeat(length));
    expect(document.cookie.length).toBeLessThan(6_000);
    for (const key of keys) expect(recallAtAllPorts(key)).toBe("x".repeat(length));
  }
});
