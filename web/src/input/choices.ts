/** Choices of a seat, decoded from the short form in which the server sends them. */
import type { PackedChoice } from "../protocol";

export interface Choice {
  action: string; // in notation
  gesture: string[]; // the places to touch, in order
  words: string; // only where nothing on the board shows its effect
  preview: Record<string, string[]>; // its effects
}

export function unpack([action, gesture, words, preview]: PackedChoice): Choice {
  return { action, gesture, words, preview };
}
