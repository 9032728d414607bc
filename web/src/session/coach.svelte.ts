/** The coach: what it says of a move that was not taken yet, and what is made of that. */
import type { Warned } from "../protocol";

/** What it needs of a session. */
interface Coached {
  readonly announcer: { spoken: string };
  play(action: string, then: string[], sure: boolean): void;
}

export class Coach {
  warned: Warned | null = $state.raw(null);

  constructor(private readonly session: Coached) {}

  hear(message: Warned): void {
    this.warned = message;
    this.session.announcer.spoken = message.text;
  }

  /** Play what it warns of all the same, or think again. */
  heed(sure: boolean): void {
    const action = this.warned?.action;
    this.drop();
    if (sure && action !== undefined) this.session.play(action, [], true);
  }

  /** What was said matters no more. */
  drop(): void {
    this.warned = null;
  }
}
