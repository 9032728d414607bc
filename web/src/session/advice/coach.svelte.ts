/** Coach: the warning about a move that is not made yet, and the player's answer. */
import type { Warned } from "../../protocol";

/** The part of a session that the coach uses. */
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

  /** Play the move despite the warning, or think again. */
  heed(sure: boolean): void {
    const action = this.warned?.action;
    this.drop();
    if (sure && action !== undefined) this.session.play(action, [], true);
  }

  /** Withdraw the warning. */
  drop(): void {
    this.warned = null;
  }
}
