/** Gestures: which places may be touched next, and which action a touch means. Knows no rules. */
import type { Choice } from "./choices";

export type Meaning =
  | { kind: "touched"; touched: string[] } // part of a gesture, or nothing if it is empty
  | { kind: "play"; action: string }
  | { kind: "stuck"; touched: string[] } // a piece that has no move: selected, and the server will say why
  | { kind: "try"; touched: string[] }; // no legal action: the server will say why

/** Whether a gesture begins with the touches. */
export function begins(gesture: string[], touched: string[]): boolean {
  return touched.length <= gesture.length && touched.every((place, index) => gesture[index] === place);
}

/**
 * The places of an advised gesture to be marked: all of them once the gesture has begun, and before that only the
 * first. Places in `free` are touched in any order.
 */
export function advised(gesture: string[], touched: string[], free: Set<string>): string[] {
  const bound = (places: string[]): string[] => places.filter((place) => !free.has(place));
  return begins(bound(gesture), bound(touched)) ? gesture : bound(gesture);
}

/** The places that may follow the touches. */
export function nextPlaces(choices: Choice[], touched: string[]): Set<string> {
  const going = choices.filter((choice) => choice.gesture.length > touched.length && begins(choice.gesture, touched));
  return new Set(going.map((choice) => choice.gesture[touched.length] as string));
}

/** The meaning of a touch after others; `held` is true if there is a piece. */
export function touch(choices: Choice[], touched: string[], place: string, held: boolean): Meaning {
  const now = [...touched, place];
  const fitting = choices.filter((choice) => begins(choice.gesture, now));
  const whole = fitting.find((choice) => choice.gesture.length === now.length);
  if (whole) return { kind: "play", action: whole.action };
  if (fitting.length > 0) return { kind: "touched", touched: now };
  if (touched.includes(place)) return { kind: "touched", touched: [] };
  const starts = nextPlaces(choices, []);
  if (touched.length > 0 && starts.has(place)) return touch(choices, [], place, held);
  const longer = choices.some((choice) => choice.gesture.length > 1);
  if (touched.length === 0 && held && longer) return { kind: "stuck", touched: now };
  return { kind: "try", touched: now };
}

/** The meaning of a drag from one place to another. */
export function drag(choices: Choice[], from: string, to: string, held: boolean): Meaning {
  const moving = choices.find((choice) => choice.gesture.length === 2 && begins(choice.gesture, [from, to]));
  if (moving) return { kind: "play", action: moving.action };
  return held ? { kind: "try", touched: [from, to] } : { kind: "touched", touched: [] };
}

/** The choices that begin with an item off the board and lead to all of these places. */
export function leading(
  choices: Choice[],
  points: Record<string, unknown>,
  places: string[],
  reached: (choice: Choice) => string[],
): Choice[] {
  const beside = choices.filter(({ gesture }) => gesture.length > 1 && !((gesture[0] as string) in points));
  return beside.filter((choice) => {
    const all = reached(choice);
    return places.every((place) => all.includes(place));
  });
}

/** The choices whose next touch is off the board, one for each item. */
export function besideTheBoard(choices: Choice[], points: Record<string, unknown>, touched: string[] = []): Choice[] {
  const found = new Map<string, Choice>();
  for (const choice of choices.filter(({ gesture }) => begins(gesture, touched))) {
    const next = choice.gesture[touched.length];
    if (next !== undefined && !(next in points) && !found.has(next)) found.set(next, choice);
  }
  return [...found.values()];
}
