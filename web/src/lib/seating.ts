/** Who sits where, from what was chosen at the set-up. */
import type { PlayerWanted } from "./protocol";

export type Opponent = "computer" | "friend" | "screen";
export type Side = number | "lots";

const KIND: Record<Opponent, PlayerWanted["kind"]> = { computer: "computer", friend: "invited", screen: "here" };

/** The players of all seats; ours is the one chosen, or drawn by lot. */
export function seatsFor(
  opponent: Opponent,
  side: Side,
  count: number,
  name: string,
  computer: string,
  lot: () => number = Math.random,
): PlayerWanted[] {
  if (opponent === "screen") return Array.from({ length: count }, () => ({ kind: "here", name: "" }));
  const mine = side === "lots" ? Math.floor(lot() * count) : side;
  return Array.from({ length: count }, (_, seat) =>
    seat === mine ? { kind: "here", name } : { kind: KIND[opponent], name: opponent === "computer" ? computer : "" },
  );
}
