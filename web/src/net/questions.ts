/** Requests over the WebSocket, matched to their answers by id. */
import type { Explain, Explore, FromClient, Look, Recount, Suppose, ToClient, Touch, Vary } from "../protocol";

type Question = Look | Explain | Explore | Touch | Recount | Suppose | Vary;

export class Questions {
  readonly #asked = new Map<string, (answer: ToClient) => void>();

  constructor(private readonly send: (question: FromClient) => void) {}

  /** Send a question; done when it is answered. */
  ask(question: Question): Promise<ToClient> {
    return new Promise((resolve) => {
      this.#asked.set(question.id, resolve);
      this.send(question);
    });
  }

  /** True if a message answers a question; `heard` runs before the question's promise resolves. */
  hear(message: ToClient, heard: (answer: ToClient) => void): boolean {
    const asked = "id" in message ? this.#asked.get(message.id ?? "") : undefined;
    if (!asked || !("id" in message)) return false;
    this.#asked.delete(message.id ?? "");
    heard(message);
    asked(message);
    return true;
  }
}

export function newId(): string {
  const secure = "randomUUID" in crypto; // it is missing where the page does not come over HTTPS
  return secure ? crypto.randomUUID() : Math.random().toString(36).slice(2);
}
