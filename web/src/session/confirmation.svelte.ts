/**
 * Confirmation of a move that waits for a second yes: one made on the board, where the settings ask for it, and any that
 * begins with an item that has an explanation. The first touch explains, the second plays.
 */
import { settings } from "../app/settings.svelte";
import type { Choice } from "../input/choices";
import { placeOf } from "../space/pieces";
import type { Stage } from "../protocol";

/** The part of a session that the confirmation uses. */
interface Confirmed {
  readonly now: { readonly stage: Stage | null; readonly touched: string[] };
  readonly choices: Choice[];
  readonly placing: { readonly item: string | null };
  readonly announcer: { spoken: string };
  wordsOf(choice: Choice): string;
  play(action: string, then: string[]): void;
}

interface Waiting {
  action: string;
  then: string[];
  gesture: string[];
  words: string; // of the move, where the page has them
  text: string; // that explains its item
}

/** The explanation of an item next to the board, if it says more than the name. */
export function explanationOf(stage: Stage | null, place: string | undefined): string {
  const item = place === undefined ? undefined : stage?.items[place];
  if (!item || item.text === item.name || Object.keys(item.forms).length > 0) return "";
  return item.text;
}

export class Confirmation {
  waiting: Waiting | null = $state.raw(null);

  constructor(private readonly session: Confirmed) {}

  /** Play a move made by touches, unless it must wait. Items laid by a second tap are confirmed already. */
  play(action: string, then: string[]): void {
    const { now, choices, placing } = this.session;
    const choice = choices.find((each) => each.action === action);
    const gesture = choice?.gesture ?? now.touched;
    const last = gesture.at(-1);
    const onBoard = now.stage !== null && last !== undefined && placeOf(now.stage, last) !== undefined;
    const text = gesture.length === 1 ? explanationOf(now.stage, last) : "";
    if (!text && (!settings.confirmed || !onBoard || placing.item !== null)) {
      this.session.play(action, then);
      return;
    }
    this.waiting = { action, then, gesture, words: choice ? this.session.wordsOf(choice) : "", text };
  }

  /** A second touch of an item that was explained plays it; whether there was one. */
  repeat(place: string): boolean {
    const again = this.waiting !== null && this.waiting.text !== "" && this.waiting.gesture.at(-1) === place;
    if (again) this.answer(true);
    return again;
  }

  /** Play the move that waits, or forget it. */
  answer(yes: boolean): void {
    const { waiting } = this;
    this.drop();
    if (yes && waiting) this.session.play(waiting.action, waiting.then);
  }

  drop(): void {
    this.waiting = null;
  }
}
