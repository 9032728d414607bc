import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "./connection";
import type { FromClient } from "../protocol";

/** Fake sockets in the order of their creation; each opens and closes on command. */
let sockets: Socket[];

class Socket {
  static readonly OPEN = 1;
  readyState = 0;
  sent: FromClient[] = [];
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;

  constructor() {
    sockets.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  open(): void {
    this.readyState = 1;
    this.onopen();
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", Object.assign(new EventTarget(), { setTimeout, clearTimeout, setInterval, clearInterval }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible", cookie: "" }));
  vi.stubGlobal("location", { protocol: "http:", host: "here" });
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function connect(): { connection: Connection; healths: string[] } {
  const healths: string[] = [];
  const connection = new Connection("/socket", {
    hello: () => ({ type: "hello", after: 0, language: "en", thinking: false }),
    hear: () => undefined,
    health: (health) => healths.push(health),
  });
  return { connection, healths };
}

test("a socket that does not open is given up for another", () => {
  const { connection, healths } = connect();
  vi.advanceTimersByTime(7_000);
  expect(sockets.length).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect([sockets.length, healths]).toEqual([2, ["lost"]]);
  sockets[1]?.open();
  vi.advanceTimersByTime(15_000);
  expect([sockets.length, healths]).toEqual([2, ["lost", "open"]]);
  connection.close();
});

test("who leaves before it opens tries no more", () => {
  connect().connection.close();
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(1);
});

test("after a break the analysis that is not done is asked for once, and one that is done is not", async () => {
  const { Session } = await import("../session/session.svelte");
  const session = new Session("table");
  const asked = (): number[] => sockets.map(({ sent }) => sent.filter(({ type }) => type === "analyse").length);
  sockets[0]?.open();
  session.review.analyse();
  expect(asked()).toEqual([1]);
  sockets[0]?.close();
  vi.advanceTimersByTime(1_000);
  sockets[1]?.open();
  expect(asked()).toEqual([1, 1]);
  sockets[1]?.onmessage({ data: JSON.stringify({ type: "analysed", moves: [], done: true }) });
  sockets[1]?.close();
  vi.advanceTimersByTime(1_000);
  sockets[2]?.open();
  expect(asked()).toEqual([1, 1, 0]);
  session.close();
});
