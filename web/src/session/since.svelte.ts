/** Digest for a player who returns to a table: the moves since their last one, those that concern them first. */
import { fill } from "../app/texts.svelte";
import type { Move } from "../playback/moves";
import type { Replay } from "../playback/replay.svelte";
import type { Description, Piece, Stage, Table } from "../protocol";
import { countsOf } from "./score/tallies";

const AWAY = 60_000; // milliseconds after which a player returns; who only reloads the page has been there
const MOST = 64; // events that are compared one by one

/** A number of the player that has changed. */
export interface Changed {
  name: string;
  before: number;
  after: number;
}

export interface Digest {
  concerning: Move[]; // moves that took pieces of the player or changed a number of theirs
  others: Move[];
  lost: number; // pieces of the player
  changed: Changed[];
}

/** Positions of a game by the number of events before them, and the moves between. */
export interface Past {
  moves: Move[];
  seats: number;
  stage: Pick<Stage, "tallies" | "points">;
  drawing: (seq: number) => Description | null;
}

/** The seat of a piece, or of the side that its kind names; null if all sides share its kind. */
function ownerOf({ seat, kind }: Piece, sides: string[]): number | null {
  if (seat != null) return seat;
  const side = sides.findIndex((name) => name !== "" && kind.endsWith(`-${name}`));
  return side < 0 ? null : side;
}

/** How much a seat has on the board; of sides that hold places, how many of them. All pieces count where none is of a side. */
function strengthOf({ stage }: Past, { pieces, sides = [] }: Description, seat: number): number {
  const placed = pieces.filter(({ point }) => point in stage.points);
  const owners = placed.map((piece) => ownerOf(piece, sides));
  const own = owners.every((owner) => owner === null) ? placed : placed.filter((_, index) => owners[index] === seat);
  if (own.some((piece) => piece.seat == null && owners.includes(seat)))
    return new Set(own.map(({ point }) => point)).size;
  return own.reduce((sum, { count, load }) => sum + (count ?? 1) + (load?.length ?? 0), 0);
}

function changesOf({ stage }: Past, before: Description, after: Description, seat: number): Changed[] {
  const earlier = countsOf(stage, before.counts ?? {}, seat);
  return countsOf(stage, after.counts ?? {}, seat).flatMap(({ tally, count }) => {
    const old = earlier.find((each) => each.tally.count === tally.count)?.count ?? count;
    return old === count ? [] : [{ name: fill(tally.name, { count }), before: old, after: count }];
  });
}

/** The digest for a seat since an event, up to another; null if others made no visible move. */
export function digestOf(past: Past, seat: number, since: number, until: number): Digest | null {
  const { moves, seats, drawing } = past;
  const made = moves.filter((move) => move.seq > since && move.seat !== seat && (move.seat ?? seats) < seats);
  const told = made.filter(({ said }) => said?.told);
  const [first, last] = [drawing(since), drawing(until)];
  if (told.length === 0 || !first || !last) return null;
  const loses = ({ seq }: Move): number => {
    const [before, after] = [drawing(seq - 1), drawing(seq)];
    return before && after ? Math.max(0, strengthOf(past, before, seat) - strengthOf(past, after, seat)) : 0;
  };
  const moved = ({ seq }: Move): boolean => {
    const [before, after] = [drawing(seq - 1), drawing(seq)];
    return before !== null && after !== null && changesOf(past, before, after, seat).length > 0;
  };
  const concerns = (move: Move): boolean => loses(move) > 0 || moved(move);
  return {
    concerning: told.filter(concerns),
    others: told.filter((move) => !concerns(move)),
    lost: told.reduce((sum, move) => sum + loses(move), 0),
    changed: changesOf(past, first, last, seat),
  };
}

/** The part of a session that knows its past. */
interface Home {
  readonly now: { stage: Stage | null };
  readonly replay: Replay;
}

export class Since {
  digest: Digest | null = $state.raw(null);

  constructor(private readonly home: Home) {}

  /** The player is back: `seen` is the last event that was shown to them, `left` when they were here, in milliseconds. */
  async begin(table: Table, seen: number, left: number): Promise<void> {
    const { replay, now } = this.home;
    const [seat] = table.mine;
    if (seat === undefined || table.mine.length > 1 || seen >= table.seq || Date.now() - left < AWAY) return;
    const own = replay.moves.findLast((move) => move.seat === seat)?.seq ?? 0;
    const since = Math.max(seen, own, table.seq - MOST);
    if (since >= table.seq || !(await replay.prepare(since, table.seq)) || !now.stage) return;
    const { moves } = replay;
    const past = {
      ...{ moves, seats: table.roles.length, stage: now.stage },
      drawing: (seq: number) => replay.known(seq),
    };
    this.digest = digestOf(past, seat, since, table.seq);
  }

  /** The player has read it, or moves. */
  close(): void {
    this.digest = null;
  }
}
