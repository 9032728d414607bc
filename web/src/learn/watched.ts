/** A game that is watched: its captions, the time each position is seen, and a table that takes it over. */
import { levelFor } from "../app/learner/ladder";
import { go } from "../app/route.svelte";
import { chairsFor, playersOf } from "../app/seating";
import { PACES, settings } from "../app/settings.svelte";
import { rememberMade } from "../app/storage";
import { createTable, getWatchedRecord } from "../net/api";
import type { CaptionInfo, Table } from "../protocol";
import type { Move } from "../playback/moves";

/** The number of the latest caption, counted from 0; -1 before the first. */
export function captionAt(captions: CaptionInfo[], moves: number): number {
  return captions.findLastIndex(({ move }) => move <= moves);
}

/** The seat that moves next after so many moves; null at the end. Seats from `seats` on are chance. */
export function nextSeat(moves: Move[], made: number, seats: number): number | null {
  return moves.slice(made).find(({ seat }) => seat !== null && seat < seats)?.seat ?? null;
}

/** Milliseconds for a position of a game that plays by itself. */
export function lasting(): number {
  return PACES[settings.pace] || PACES.quick;
}

/** Begin a real game after so many moves: the seat to move against computers. */
export async function takeOver(game: string, table: Table, moves: number, seat: number): Promise<void> {
  const opening = await getWatchedRecord(game, moves);
  const chairs = chairsFor("computer", seat, table.roles.length, levelFor(game));
  const players = playersOf(chairs, settings.name.trim(), settings.coached);
  const made = await createTable({ spec: table.game, players, opening }, settings.language);
  rememberMade(made, players, table.title, table.game);
  go(`/table/${made.table}`);
}
