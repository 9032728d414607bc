/** Clocks: seconds left, levels of the sand, and the seconds that are announced. */
import type { Hourglass } from "../protocol";

export const LAST = 10; // seconds that are marked, sounded and, where a glass has no more, drawn as a ring
const DAY = 86_400;
const UNITS = [
  ["day", DAY],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
const TOLD = [60, 30, LAST]; // seconds that are announced to screen readers

/** Milliseconds left, this long after the server's message. */
export function leftOf({ left_ms, running, wait_ms }: Hourglass, since: number): number {
  return Math.max(0, left_ms - (running ? Math.max(0, since - wait_ms) : 0));
}

/** Seconds as they are counted: the last one begins with 1 and is over at 0. */
export function secondsOf(left: number): number {
  return Math.ceil(left / 1000);
}

/** Seconds as they are written: 9, 59, 3:00, 1:00:00, 2 days 5 hr. */
export function write(seconds: number, language = "en"): string {
  if (seconds < 60) return String(seconds);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= DAY) {
    const units = { day: Math.floor(seconds / DAY), hour: Math.floor((seconds % DAY) / 3600) };
    return Object.entries(units)
      .map(([unit, count]) => new Intl.NumberFormat(language, { style: "unit", unit }).format(count))
      .join(" ");
  }
  const [first, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [String(first), ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}

/** A time in words, in at most two units: 2 days, 5 hours; 3 minutes; 45 seconds. */
export function inWords(seconds: number, language = "en"): string {
  const whole = Math.max(0, Math.ceil(seconds));
  const first = UNITS.findIndex(([, size]) => whole >= size);
  const shown = first < 0 ? UNITS.slice(-1) : UNITS.slice(first, first < 2 ? first + 2 : first + 1);
  let rest = whole;
  return shown
    .flatMap(([unit, size], place) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      if (place > 0 && count === 0) return [];
      return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count);
    })
    .join(", ");
}

/** When the vacation of a glass's person is used up, by the clock of this browser; null if they are not on vacation. */
export function vacationUntil({ vacation_ms, running }: Hourglass, heard: number): Date | null {
  if (vacation_ms === null || !running) return null;
  return new Date(Date.now() - (performance.now() - heard) + vacation_ms);
}

/** Whether a glass is so small that it is drawn as a ring. */
export function isShort({ full_ms }: Hourglass): boolean {
  return full_ms <= 1000 * LAST;
}

/** Whether a glass began with less than it can hold, since the turn before left some of it. */
export function isPart({ begun_ms, full_ms, clause }: Hourglass): boolean {
  return begun_ms < full_ms && clause !== "";
}

/** The number of seconds to announce when a clock passes from one second to another; `before` is null at first. */
export function toldAt({ full_ms }: Hourglass, before: number | null, now: number): number | null {
  const from = before ?? secondsOf(full_ms) + 1;
  return TOLD.findLast((mark) => now <= mark && mark < from && now > 0) ?? null;
}

/** The levels of the sand above and below, from 0 to 1, in a glass that widens. */
export function levels(left: number, full: number): { above: number; below: number } {
  const part = full > 0 ? Math.min(1, left / full) : 0;
  return { above: Math.sqrt(part), below: 1 - Math.sqrt(part) };
}
