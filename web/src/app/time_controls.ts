/** The clocks among which a host chooses; none is the default against computers only. */
import type { ClockWanted, OfferedClock } from "../protocol";
import { t } from "./texts.svelte";

export interface TimeControl {
  name: string;
  text: string; // of the texts of the set-up
  values: Record<string, number>;
  wanted: ClockWanted;
}

const DAY = 86_400;

function move(seconds: number): TimeControl {
  return {
    name: `move-${seconds}`,
    text: "move",
    values: { seconds },
    wanted: { kind: "move", seconds },
  };
}

function fischer(minutes: number, added: number): TimeControl {
  return {
    name: `fischer-${minutes}`,
    text: "fischer",
    values: { minutes, added },
    wanted: { kind: "fischer", seconds: 60 * minutes, added },
  };
}

function days(count: number): TimeControl {
  return {
    name: `days-${count}`,
    text: count === 1 ? "day" : "days",
    values: {},
    wanted: { kind: "days", seconds: count * DAY },
  };
}

export const BY_RULES: TimeControl = { name: "rules", text: "rules", values: {}, wanted: { kind: "rules" } };
export const NO_CLOCK: TimeControl = { name: "none", text: "none", values: {}, wanted: { kind: "none" } };
export const TIME_CONTROLS: TimeControl[] = [
  BY_RULES,
  NO_CLOCK,
  move(30),
  fischer(5, 5),
  fischer(15, 10),
  days(1),
  days(3),
];

/** A time control in words. */
export function wordsOf({ text, values }: TimeControl): string {
  return t(`setup.clock-${text}`, values);
}

/** A time control of an offer in words. */
export function wordsOfOffered({ kind, seconds, added }: OfferedClock): string {
  const known = TIME_CONTROLS.find(
    ({ wanted }) => wanted.kind === kind && (wanted.seconds ?? 0) === seconds && (wanted.added ?? 0) === added,
  );
  if (known) return wordsOf(known);
  if (kind === "fischer") return t("setup.clock-fischer", { minutes: seconds / 60, added });
  return kind === "days" ? t("lobby.days-per-move", { days: seconds / DAY }) : t("setup.clock-move", { seconds });
}
