/** Who sits where, from what was chosen at the set-up. */
import type { PlayerWanted } from "./protocol";

export type Opponent = "computer" | "friend" | "screen";
export type Side = number | "lots";
export type Chair = "here" | "invited" | `computer-${number}`;

export const LEVELS = [1, 2, 3, 4, 5];

/** The chairs when one person plays `side` against others who are all of a kind. */
export function chairsFor(opponent: Opponent, side: Side, count: number, level: number): Chair[] {
  const other: Chair = opponent === "computer" ? `computer-${level}` : opponent === "friend" ? "invited" : "here";
  const mine = side === "lots" ? 0 : side;
  return Array.from({ length: count }, (_, seat) => (seat === mine ? "here" : other));
}

/** The players of these chairs; one person alone at this screen has a name. */
export function playersOf(chairs: Chair[], name: string): PlayerWanted[] {
  const alone = chairs.filter((chair) => chair === "here").length === 1;
  return chairs.map((chair) => {
    if (chair === "here") return { kind: "here", name: alone ? name : "" };
    if (chair === "invited") return { kind: "invited" };
    return { kind: "computer", level: Number(chair.split("-")[1]) };
  });
}
