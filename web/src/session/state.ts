/** State of a table as the page knows it, in one record. */
import type { Health } from "../net/connection";
import type { KnownTable } from "../app/storage";
import type { TableEvent, Hinted, Stage, Table, Thinking } from "../protocol";
import type { Analysis } from "./advice/review";
import type { Checked } from "../playback/seals";

export interface SessionState {
  id: string;
  known: KnownTable | null;
  table: Table | null;
  heard: number; // time of the server's last message, by the clock of this page
  seen: number; // the last event that has shown us something
  checked: Record<number, Checked>; // the seals that have been opened, by event
  stage: Stage | null;
  events: TableEvent[];
  touched: string[];
  pointed: string[]; // places that a text next to the board mentions
  open: number | null; // the seat that has drawn the curtain at a screen that goes round
  words: { seq: number; words: string[] } | null; // of all choices, where the table left them out
  preferred: string[]; // the gesture of the suggestion that is looked at
  hinted: Hinted | null;
  preparing: { done: number; total: number } | null;
  thought: Thinking | null; // the engine analysis of a computer player
  analysis: Analysis | null; // of a game that is over
  health: Health;
  missing: boolean;
  unreadable: string; // the reason why the table cannot be shown
}
