/** WebSocket connection to a table or to the lobby: reconnects, and resends messages that may have been lost. */
import type { FromClient, FromVisitor, Ping, ToClient, ToVisitor } from "../protocol";
import { at } from "./base";

export type Health = "opening" | "open" | "lost";

interface Listener<Sent, Heard> {
  hello(): Sent;
  hear(message: Heard): void;
  health?(health: Health): void;
  answersHello?: boolean; // false if only the first hello of a socket is answered
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 15_000;
const PING_EVERY = 20_000;
const PATIENCE = 8_000;
const PATIENCE_ON_WAKING = 2_500;

export class Connection<
  Sent extends FromClient | FromVisitor = FromClient,
  Heard extends ToClient | ToVisitor = ToClient,
> {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: number | undefined;
  #silence: number | undefined; // gives the socket up unless it opens, or something is heard from it
  #closed = false;
  #unanswered = new Map<string, Sent>();
  readonly #beat: number;

  constructor(
    private readonly path: string, // of the socket
    private readonly listener: Listener<Sent, Heard>,
  ) {
    this.#beat = window.setInterval(() => this.#expect({ type: "ping" }, PATIENCE), PING_EVERY);
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("pageshow", this.#wake);
    window.addEventListener("online", this.#wake);
    this.#open();
  }

  /** Send a message; one with an id is sent again after a break, until it is answered. */
  send(message: Sent): void {
    if ("id" in message) this.#unanswered.set(message.id, message);
    this.#write(message);
  }

  /** Send a message that is not sent again if it is lost. */
  say(message: Sent): void {
    this.#write(message);
  }

  greet(): void {
    this.#write(this.listener.hello());
  }

  close(): void {
    this.#closed = true;
    window.clearInterval(this.#beat);
    window.clearTimeout(this.#timer);
    window.clearTimeout(this.#silence);
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("pageshow", this.#wake);
    window.removeEventListener("online", this.#wake);
    this.#socket?.close();
  }

  /** After a tab was suspended its connection may have died unnoticed, so a visible page checks it. */
  readonly #wake = (): void => {
    if (document.visibilityState !== "visible" || this.#closed) return;
    const { answersHello = true } = this.listener;
    if (this.#socket) this.#expect(answersHello ? this.listener.hello() : { type: "ping" }, PATIENCE_ON_WAKING);
    else this.#open();
  };

  /** Send a message that must be answered soon; else the connection is given up for a new one. */
  #expect(message: Sent | Ping, patience: number): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#write(message);
    window.clearTimeout(this.#silence);
    this.#silence = window.setTimeout(() => this.#lose(this.#socket), patience);
  }

  #write(message: Sent | Ping): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    window.clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${at(this.path)}`);
    this.#socket = socket;
    this.#silence = window.setTimeout(() => this.#lose(socket), PATIENCE);
    socket.onopen = () => {
      window.clearTimeout(this.#silence);
      this.#wait = FIRST_WAIT;
      this.greet();
      for (const message of this.#unanswered.values()) this.#write(message);
      this.listener.health?.("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      window.clearTimeout(this.#silence);
      const message = JSON.parse(event.data) as Heard;
      const answered = "answers" in message ? message.answers : "id" in message ? message.id : null;
      if (answered !== null) this.#unanswered.delete(answered);
      this.listener.hear(message);
    };
    socket.onclose = () => this.#lose(socket);
  }

  /** Give a connection up, without waiting for the other side to agree, and try again. */
  #lose(socket: WebSocket | null): void {
    if (socket === null || this.#socket !== socket) return;
    this.#socket = null;
    socket.close();
    window.clearTimeout(this.#silence);
    if (this.#closed) return;
    this.listener.health?.("lost");
    this.#timer = window.setTimeout(() => this.#open(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }
}
