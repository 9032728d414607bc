/** Seating chosen in the set-up: the players that the server is asked to seat. */
import type { PlayerWanted } from "../protocol";

export type Opponent = "computer" | "friend" | "screen" | "everyone";
export type Side = number | "lots";
/** The computer player of a seat: a level, the name of a registered engine, or a connected bot as `bot:NAME`. */
export type Computer = number | string;
export type Chair = "here" | "invited" | `computer-${number}` | `engine-${string}` | `bot-${string}`;
export const BOT = "bot:";

export const LEVELS = [1, 2, 3, 4, 5];
export const PERFECT = 6; // by solved tables, where there are any

/** The chairs when one person plays `side` against others who are all of a kind. */
export function chairsFor(opponent: Opponent, side: Side, count: number, computer: Computer): Chair[] {
  const program = (name: string): Chair => (name.startsWith(BOT) ? `bot-${name.slice(BOT.length)}` : `engine-${name}`);
  const chair: Chair = typeof computer === "number" ? `computer-${computer}` : program(computer);
  const other: Chair = opponent === "computer" ? chair : opponent === "friend" ? "invited" : "here";
  const mine = side === "lots" ? 0 : side;
  return Array.from({ length: count }, (_, seat) => (seat === mine ? "here" : other));
}

/** The players of these chairs; one person alone at this screen has a name, and a coach if that is wanted. */
export function playersOf(chairs: Chair[], name: string, coached = false): PlayerWanted[] {
  const alone = chairs.filter((chair) => chair === "here").length === 1;
  return chairs.map((chair) => {
    if (chair === "here") return { kind: "here", name: alone ? name : "", ...(alone && coached ? { coached } : {}) };
    if (chair === "invited") return { kind: "invited" };
    if (chair.startsWith("engine-")) return { kind: "computer", engine: chair.slice("engine-".length) };
    if (chair.startsWith("bot-")) return { kind: "computer", bot: chair.slice("bot-".length) };
    return { kind: "computer", level: Number(chair.split("-")[1]) };
  });
}
