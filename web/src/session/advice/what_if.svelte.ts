/** Guesses of the other players' simultaneous plans (what-if mode), entered with the same touches as a plan. */
import type { Stage, Table } from "../../protocol";

/** The part of a session that the what-if mode uses. */
interface Supposing {
  readonly now: { readonly table: Table | null; readonly stage: Stage | null };
  readonly replay: { readonly latest: { readonly secret?: boolean } | null; readonly viewing: number | null };
  readonly busy: boolean;
  readonly storyRequests: { suppose(guesses: { seat: number; action: string }[]): Promise<void> };
}

export class WhatIf {
  on = $state(false);
  seat: number | null = $state(null); // for whom is planned now
  guesses: Record<number, string> = $state({});

  constructor(private readonly session: Supposing) {}

  /** Whether a seat of ours, alone at its screen, can suppose something now. */
  possible: boolean = $derived.by(() => {
    const { now, replay, busy } = this.session;
    const decides = replay.latest?.secret === true && replay.viewing === null && !busy;
    return decides && now.stage?.supposes === true && now.table?.mine.length === 1 && !now.table.end;
  });
  active: boolean = $derived.by(() => this.on && this.possible);
  /** The seat of the guess that is being entered, if any. */
  rival: number | null = $derived.by(() => (this.active ? this.seat : null));

  begin(): void {
    this.on = true;
    this.guesses = {};
    this.seat = null;
  }

  end(): void {
    this.on = false;
    this.seat = null;
  }

  /** Enter the guessed action of a seat. */
  guess(action: string): void {
    if (this.seat !== null) this.guesses[this.seat] = action;
    this.seat = null;
  }

  /** Show the outcome. */
  show(): Promise<void> {
    const guesses = Object.entries(this.guesses).map(([seat, action]) => ({ seat: Number(seat), action }));
    return this.session.storyRequests.suppose(guesses);
  }
}
