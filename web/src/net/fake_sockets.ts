/** Fake sockets and a fake page for tests of connections: a file that uses them calls `fakePage` once. */
import { afterEach, beforeEach, vi } from "vitest";
import type { FromClient } from "../protocol";

/** Sockets in the order of their creation; each opens and closes on command. */
export const sockets: Socket[] = [];

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

export function fakePage(): void {
  beforeEach(() => {
    vi.useFakeTimers();
    sockets.length = 0;
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
}
