/** Patches: the next state of a table from its last one and the changes that the server sends. */
import type { Changes, Description, Moved, Table } from "../protocol";

/** The table as it stands now; its events are the new ones. Null if something was missed in between. */
export function followMoved(table: Table | null, moved: Moved): Table | null {
  if (table?.seq !== moved.since) return null;
  const { answers, glasses, seq, waiting, undoes, choices, events, frame, changes } = moved;
  const drawing = followChanges(table.drawing, changes);
  return { ...table, ...frame, answers, glasses, seq, waiting, undoes, choices, events, drawing };
}

/** A drawing after changes; pieces that stay are the same objects. */
export function followChanges(drawing: Description, { gone = [], come = [], others = {} }: Changes): Description {
  const pieces = drawing.pieces.filter((_, place) => !gone.includes(place));
  for (const [place, piece] of come) pieces.splice(place, 0, piece);
  const next: Description = { ...drawing, ...others, pieces };
  if (others.counts) next.counts = merge(drawing.counts, others.counts as typeof next.counts);
  if (others.shelves) next.shelves = merge(drawing.shelves, others.shelves as typeof next.shelves);
  return next;
}

/** The record with its changes; a value of null removes a key. */
function merge<Part>(before: Record<string, Part> = {}, changed: Record<string, Part> = {}): Record<string, Part> {
  return Object.fromEntries(Object.entries({ ...before, ...changed }).filter(([, part]) => part !== null));
}
