/** Rules that begin to matter in a first game: the choices, the moves and the clauses that have been named decide. */
import type { Choice } from "../../input/choices";
import type { Move } from "../../playback/moves";
import { turnsOf } from "../../playback/moves";
import type { IntroductionInfo } from "../../protocol";

/** The part of the game that a player has seen so far. */
export interface Seen {
  choices: Pick<Choice, "action" | "preview">[];
  moves: Move[];
  seat: number;
  acting: boolean;
  refused: ReadonlySet<string>; // clauses of refusals
  happened: ReadonlySet<string>; // clauses of what was shown in stories
}

/** The number of a clause: 40 of CQ-40. */
export function numberOf(clause: string): number {
  return Number(clause.split("-")[1]);
}

/** The turns of a seat, with the one that has just begun. */
export function turnsBy({ moves, seat, acting }: Pick<Seen, "moves" | "seat" | "acting">): number {
  const turns = turnsOf(moves);
  const own = turns.filter((turn) => turn.seat === seat).length;
  return own + Number(acting && turns.at(-1)?.seat !== seat);
}

/** Whether a refusal or a story has named the clause of a rule. */
function isNamed({ clause, told }: IntroductionInfo, { refused, happened }: Seen): boolean {
  return (told !== "story" && refused.has(clause)) || (told !== "refusal" && happened.has(clause));
}

/** Whether a rule begins to matter. */
export function matters(rule: IntroductionInfo, seen: Seen): boolean {
  if (isNamed(rule, seen)) return true;
  if (rule.told !== "" || !seen.acting) return false;
  const fits = (pattern: string | null, texts: () => string[]): boolean => {
    if (pattern === null) return true;
    const wanted = new RegExp(pattern);
    return texts().some((text) => wanted.test(text));
  };
  return (
    turnsBy(seen) >= (rule.turn ?? 1) &&
    fits(rule.choice, () =>
      seen.choices.map(({ action, preview }) => ((preview.captures ?? []).length > 0 ? `${action} x` : action)),
    ) &&
    fits(rule.move, () => seen.moves.map(({ said }) => said?.action ?? ""))
  );
}

/**
 * The rule to be introduced now. One that was named comes immediately; of the others one comes after each move, so that
 * a newcomer reads a card and then plays.
 */
export function due(
  rules: IntroductionInfo[],
  introduced: number[],
  seen: Seen,
  readAt: number | null = null, // the number of moves made when the last card was read
): IntroductionInfo | null {
  const open = rules.filter((rule) => !introduced.includes(numberOf(rule.clause)) && matters(rule, seen));
  const waits = readAt === seen.moves.length;
  return open.find((rule) => isNamed(rule, seen)) ?? (waits ? null : (open[0] ?? null));
}
