/** What a person can do: the choices of a seat as the page uses them, from the short form in which they are sent. */
import type { PackedChoice } from "../protocol";

export interface Choice {
  action: string; // in notation
  gesture: string[]; // the places to touch, in order
  words: string; // only where nothing on the board shows what it does
  preview: Record<string, string[]>; // what it would do
}

export function unpack([action, gesture, words, preview]: PackedChoice): Choice {
  return { action, gesture, words, preview };
}
