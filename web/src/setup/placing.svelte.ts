/** The first rated games of a newcomer, which are played against levels to place them. */
import { settings } from "../app/settings.svelte";
import type { Computer } from "../app/seating";
import { PERFECT } from "../app/seating";
import { NO_CLOCK, TIME_CONTROLS, type TimeControl } from "../app/time_controls";
import { getProfile } from "../net/api";
import { me } from "../people/me.svelte";

/** The server counts so many games of one person against levels (PLACING_GAMES of naadam.ratings). */
export const PLACING_GAMES = 3;
const USUAL = TIME_CONTROLS.find(({ name }) => name === "fischer-15") ?? NO_CLOCK;

export class Placing {
  /** The rated games of the person in the variant; null where they are not known, or none is offered. */
  played: number | null = $state(null);
  /** Whether the person wants the next game to be rated. */
  checked = $state(false);

  /** Look up how many rated games of a variant the person of this browser has played. */
  async look(spec: string): Promise<void> {
    this.played = null;
    if (!me.name) return;
    const profile = await getProfile(null, settings.language).catch(() => null);
    if (profile) this.played = profile.variants.find((variant) => variant.spec === spec)?.rating?.games ?? 0;
  }

  /** Whether a rated game against this opponent is offered. */
  offered(level: Computer): boolean {
    return typeof level === "number" && level < PERFECT && this.played !== null && this.played < PLACING_GAMES;
  }

  wanted(level: Computer): boolean {
    return this.checked && this.offered(level);
  }
}

/** The clock of a rated game: the one that was picked, if it can be lost by. */
export function clockOfRated(picked: TimeControl | null): TimeControl {
  return picked && !["rules", "none"].includes(picked.wanted.kind) ? picked : USUAL;
}
