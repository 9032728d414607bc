/** Words about a cup: when it begins or ends, and the result of a game. */
import { settings } from "../app/settings.svelte";
import { t } from "../app/texts.svelte";
import type { CupInfo } from "../protocol";

function dateOf(seconds: number): string {
  return new Date(1000 * seconds).toLocaleString(settings.language, { dateStyle: "medium", timeStyle: "short" });
}

export function stateOf({ begun, closed, begins, ends }: CupInfo): string {
  if (closed) return t("cups.ended", { date: dateOf(ends) });
  return begun ? t("cups.end", { date: dateOf(ends) }) : t("cups.begin", { date: dateOf(begins) });
}

/** Points with halves as a fraction. */
export function pointsOf(points: number): string {
  const whole = Math.floor(points);
  return points === whole ? String(whole) : `${whole === 0 ? "" : whole}½`;
}

/** The result of a game by the first entrant's share of the win. */
export function resultOf(share: number | null): string {
  return share === null ? t("cups.going") : `${pointsOf(share)} – ${pointsOf(1 - share)}`;
}
