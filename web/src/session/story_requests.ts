/** Requests for stories: of an action that happened, or of one that would happen. */
import type { Recount, Recounted, Suppose, ToClient, Vary } from "../protocol";
import type { Replay } from "../playback/replay.svelte";
import type { Queue } from "../playback/queue.svelte";
import type { Announcer } from "./announcer.svelte";

/** The part of a session that story requests use. */
interface Audience {
  readonly replay: Replay;
  readonly queue: Queue;
  readonly announcer: Announcer;
  ask(question: Omit<Recount, "id"> | Omit<Vary, "id"> | Omit<Suppose, "id" | "at" | "seat">): Promise<ToClient>;
}

export class StoryRequests {
  constructor(private readonly session: Audience) {}

  /** The story of an event; null if there is none. */
  async recount(at: number): Promise<Recounted | null> {
    const answer = await this.session.ask({ type: "recount", at });
    return answer.type === "recounted" ? answer : null;
  }

  /** The film of a move, once more. */
  async show(seq: number): Promise<void> {
    this.session.queue.skip();
    const story = await this.recount(seq);
    if (story) this.session.replay.film.show(story);
  }

  /** The line that was better than a move, as a film; why not, if there is none. */
  async vary(number: number): Promise<void> {
    const { replay, announcer } = this.session;
    const answer = await this.session.ask({ type: "vary", number });
    if (answer.type === "recounted") replay.film.show(answer, "line");
    else if (answer.type === "failed") announcer.tell("failed", answer.text);
  }

  /** The film of the outcome if all acted so; why not, if there is none. */
  async suppose(guesses: { seat: number; action: string }[]): Promise<void> {
    const { replay, announcer } = this.session;
    const answer = await this.session.ask({ type: "suppose", guesses });
    if (answer.type === "recounted") replay.film.show(answer, "supposed");
    else if (answer.type === "refused") announcer.tell("refused", answer.text, answer.clause);
    else if (answer.type === "failed") announcer.tell("failed", answer.text);
  }
}
