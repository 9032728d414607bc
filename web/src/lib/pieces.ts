/** Pieces from one position to the next: which is which, so that they can be seen to move. */
import type { Place } from "./geometry";

/** A piece in the description of a position; what else is true of it is a mark. */
export interface PieceDrawn {
  kind: string;
  point: string;
  [mark: string]: string | boolean;
}

/** The description of a position, as far as the page looks into it. */
export interface Drawing {
  pieces: PieceDrawn[];
  [name: string]: unknown;
}

/** A piece on the board that stays the same piece while it moves. */
export interface Token {
  key: number;
  piece: PieceDrawn;
}

/** The tokens of the next position: those that stayed, those that moved, those that are new. */
export function follow(tokens: Token[], pieces: PieceDrawn[], points: Record<string, Place>): Token[] {
  const left = new Set(tokens);
  const found = new Map<PieceDrawn, Token>();
  for (const piece of pieces) {
    const same = [...left].find((token) => token.piece.kind === piece.kind && token.piece.point === piece.point);
    if (same) found.set(piece, same);
    if (same) left.delete(same);
  }
  let fresh = Math.max(0, ...tokens.map((token) => token.key));
  for (const piece of pieces) {
    if (found.has(piece)) continue;
    const alike = [...left].filter((token) => token.piece.kind === piece.kind);
    const moved = alike.sort((one, other) => apart(one, piece, points) - apart(other, piece, points))[0];
    if (moved) left.delete(moved);
    found.set(piece, moved ?? { key: ++fresh, piece });
  }
  const next = pieces.map((piece) => ({ key: (found.get(piece) as Token).key, piece }));
  return next.sort((one, other) => one.key - other.key); // the order on the page stays, so nothing is put in anew
}

function apart(token: Token, piece: PieceDrawn, points: Record<string, Place>): number {
  const [one, other] = [points[token.piece.point], points[piece.point]];
  return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : Infinity;
}

export interface Change {
  from: string | null;
  to: string;
  gone: string[];
}

/** What happened between two positions: where a piece came from and went to, and where pieces are gone. */
export function change(before: Drawing, after: Drawing, points: Record<string, Place>): Change | null {
  const tokens = before.pieces.map((piece, index) => ({ key: index + 1, piece }));
  const next = follow(tokens, after.pieces, points);
  const old = new Map(tokens.map((token) => [token.key, token.piece.point]));
  const moved = next.find((token) => old.get(token.key) !== token.piece.point);
  if (!moved) return null;
  const kept = new Set(next.map((token) => token.key));
  const gone = tokens.filter((token) => !kept.has(token.key)).map((token) => token.piece.point);
  return { from: old.get(moved.key) ?? null, to: moved.piece.point, gone };
}
