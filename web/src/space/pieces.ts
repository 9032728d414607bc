/** Identity of pieces from one position to the next, so that the page can animate them. */
import type { Coordinates } from "./geometry";
import type { Description, Piece, PieceArt, Stage } from "../protocol";

/** A piece on the board that stays the same piece while it moves; `from` is the pile or carrier that a new one comes from. */
export interface Token {
  key: number;
  piece: Piece;
  from?: string;
}

export type Places = Pick<Stage, "points" | "spots"> & { pieces: Record<string, Pick<PieceArt, "still">> };

/** The artwork of a piece: by kind and side, or by kind. */
export function artOf<Art>(stage: { pieces: Record<string, Art> }, piece: Piece): Art | undefined {
  return stage.pieces[`${piece.kind}-${piece.seat}`] ?? stage.pieces[piece.kind];
}

/** The purpose of a kind of piece in a sentence, where the game's texts have one. */
export function aboutOf(stage: Pick<Stage, "sayings">, piece: Piece | undefined): string {
  return (piece && stage.sayings[`about-${piece.kind}`]) ?? "";
}

/** The artwork that shows whose something is. */
export function ownerArt(stage: Pick<Stage, "pieces" | "owner">, seat: number): PieceArt | undefined {
  return stage.owner === null ? undefined : artOf(stage, { kind: stage.owner, seat, point: "" });
}

/** The pieces carried by a piece, of the same side. */
export function carried({ point, seat, load }: Piece): Piece[] {
  return (load ?? []).map((kind) => ({ kind, point, seat }));
}

/** The pieces by point. */
export function byPoint(tokens: Token[]): Map<string, Piece[]> {
  const found = new Map<string, Piece[]>();
  for (const { piece } of tokens) found.set(piece.point, [...(found.get(piece.point) ?? []), piece]);
  return found;
}

export function placeOf(stage: Pick<Stage, "points" | "spots">, name: string): Coordinates | undefined {
  return stage.points[name] ?? stage.spots[name];
}

/** The tokens of the next position: those that stayed, those that moved, those that are new. */
export function follow(tokens: Token[], pieces: Piece[], stage: Places): Token[] {
  const left = new Set(tokens);
  const found = new Map<Piece, Token>();
  for (const piece of pieces) {
    const same = [...left].find((token) => alike(token.piece, piece) && token.piece.point === piece.point);
    if (same) found.set(piece, same);
    if (same) left.delete(same);
  }
  const nearest = (piece: Piece): Token | undefined =>
    [...left]
      .filter((token) => alike(token.piece, piece) && !artOf(stage, piece)?.still)
      .sort((one, other) => apart(one, piece, stage) - apart(other, piece, stage))[0];
  for (const [piece, token] of [...found]) {
    const joined = count(piece) > count(token.piece) ? nearest(piece) : undefined; // a piece came to the pile
    if (joined) found.set(piece, joined);
    if (joined) left.delete(joined);
  }
  let fresh = Math.max(0, ...tokens.map((token) => token.key));
  for (const piece of pieces) {
    if (found.has(piece)) continue;
    const moved = nearest(piece) ?? promoted(piece, left, pieces, stage);
    if (moved) left.delete(moved);
    found.set(piece, moved ?? { key: ++fresh, piece, from: pileLeft(piece, found, stage) ?? carrierOf(piece, found) });
  }
  const next = pieces.map((piece) => {
    const { key, from, piece: old } = found.get(piece) as Token;
    return old === piece ? { key, piece, from } : { key, piece };
  });
  return next.sort((one, other) => one.key - other.key); // in stable order, so that no element is created again
}

/** The one that has become another kind of piece by going there: where another side stood, or as all that has changed. */
function promoted(piece: Piece, left: Set<Token>, pieces: Piece[], stage: Places): Token | undefined {
  if (artOf(stage, piece)?.still) return undefined;
  const entered = [...left].some((token) => token.piece.point === piece.point && token.piece.seat !== piece.seat);
  const own = [...left].filter(({ piece: old }) => old.seat === piece.seat && !artOf(stage, old)?.still);
  const stays = own.some(({ piece: old }) => pieces.some((other) => sameSpot(old, other)));
  return own.length === 1 && !stays && (entered || left.size === 1) ? own[0] : undefined;
}

/** The pile that has become smaller, if a new piece can have come from it. */
function pileLeft(piece: Piece, found: Map<Piece, Token>, stage: Places): string | undefined {
  if (artOf(stage, piece)?.still) return undefined;
  const piles = [...found].filter(([now, token]) => alike(now, piece) && count(now) < count(token.piece));
  return piles[0]?.[0].point;
}

/** The carrier that a new piece has left. */
function carrierOf(piece: Piece, found: Map<Piece, Token>): string | undefined {
  const lost = [...found].filter(([now, { piece: old }]) => now.seat === piece.seat && more(old, now, piece.kind));
  return lost[0]?.[0].point;
}

/** Whether a piece carries more of a kind than another. */
function more(one: Piece, other: Piece | undefined, kind: string): boolean {
  const carries = (piece: Piece | undefined): number => (piece?.load ?? []).filter((each) => each === kind).length;
  return carries(one) > carries(other);
}

function alike(one: Piece, other: Piece): boolean {
  return one.kind === other.kind && one.seat === other.seat && one.id === other.id;
}

function sameSpot(one: Piece, other: Piece): boolean {
  return one.seat != null && one.seat === other.seat && one.point === other.point;
}

function count(piece: Piece): number {
  return piece.count ?? 1;
}

function apart(token: Token, piece: Piece, stage: Places): number {
  const [one, other] = [placeOf(stage, token.piece.point), placeOf(stage, piece.point)];
  return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : Infinity;
}

export interface Change {
  from: string | null;
  to: string[]; // several if something large was laid
  gone: string[];
  way?: string[]; // the places between, where it is not plain from the two ends
}

/** The change between two positions: origin and target of a piece, and the places of captured pieces. */
export function change(before: Description, after: Description, stage: Places): Change | null {
  const moving = (description: Description) => description.pieces.filter((piece) => !artOf(stage, piece)?.still);
  const tokens = moving(before).map((piece, index) => ({ key: index + 1, piece }));
  const next = follow(tokens, moving(after), stage);
  const known = new Map(tokens.map((token) => [token.key, token.piece]));
  const old = new Map(tokens.map((token) => [token.key, token.piece.point]));
  const kept = new Set(next.map((token) => token.key));
  const away = tokens.filter((token) => !kept.has(token.key)).map((token) => token.piece);
  const placed = next.filter((token) => old.get(token.key) !== token.piece.point);
  const turned = placed.filter(({ key, piece }) => !old.has(key) && away.some((other) => sameSpot(other, piece)));
  const changed = placed.length > turned.length ? placed.filter((token) => !turned.includes(token)) : placed;
  const grown = (piece: Piece): boolean =>
    next.some(({ piece: now }) => alike(now, piece) && now.point === piece.point && count(now) > count(piece));
  const lost = away.filter(
    // A pile that another piece came to is still there, and so is a piece that is of another kind now.
    (piece) => !grown(piece) && !turned.some((token) => sameSpot(token.piece, piece)),
  );
  const gone = lost.map(({ point }) => point);
  for (const { key, piece } of next) {
    const rider = lost.find(({ kind, seat }) => seat === piece.seat && more(piece, known.get(key), kind));
    if (rider) return { from: rider.point, to: [piece.point], gone: gone.filter((point) => point !== rider.point) };
  }
  const laid = after.pieces.find(
    (piece) => piece.covers && !before.pieces.some((other) => alike(other, piece) && other.point === piece.point),
  );
  if (laid?.covers) return { from: null, to: laid.covers, gone };
  const catcher = changed.find((token) =>
    changed.some(({ key, piece }) => old.get(key) === token.piece.point && piece.seat !== token.piece.seat),
  );
  if (catcher) {
    const { key, piece, from } = catcher;
    return { from: old.get(key) ?? from ?? null, to: [piece.point], gone: [...gone, piece.point] };
  }
  const moved = changed.find((token) => old.has(token.key) || token.from) ?? changed[0];
  return moved ? { from: old.get(moved.key) ?? moved.from ?? null, to: [moved.piece.point], gone } : null;
}
