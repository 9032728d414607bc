/** Announcer of notices, screen reader texts and sounds. */
import type { Names } from "./names";
import type { TableEvent, Table } from "../protocol";
import { duration, settings } from "../app/settings.svelte";
import { play, type Sound } from "../app/sound";
import { t } from "../app/texts.svelte";
import { sentence } from "../ui/sentences";

export interface Notice {
  kind: "refused" | "failed" | "hint" | "news";
  text: string;
  clause: string | null;
}

const NOTICE_LASTS = 9_000;
const MOVE_LASTS = 120; // until a piece is heard to be put down

export class Announcer {
  notice: Notice | null = $state(null);
  spoken = $state(""); // for screen readers
  #timer: number | undefined;

  constructor(private readonly names: Names) {}

  tell(kind: Notice["kind"], text: string, clause: string | null = null): void {
    this.notice = { kind, text, clause };
    this.spoken = kind === "refused" ? `${t("table.refused")} ${text}` : text;
    window.clearTimeout(this.#timer);
    if (kind !== "refused" && kind !== "hint") {
      this.#timer = window.setTimeout(() => this.hush(), NOTICE_LASTS);
    }
  }

  /** Say how the score has changed, after the report of the move; others' moves are shown as well. */
  score(text: string, shown: boolean): void {
    const report = this.spoken;
    if (shown) this.tell("news", text);
    this.spoken = [report, text].filter(Boolean).join(" ");
  }

  /** Take the notice away. */
  hush(): void {
    this.notice = null;
  }

  sound(sound: Sound): void {
    if (settings.sound) play(sound, settings.volume);
  }

  /** Report the events at the table; `captures` tells, a little later, whether the last move did. */
  announce(news: TableEvent[], end: Table["end"], captures: () => boolean): void {
    const said = news.map((event) => this.#say(event)).filter(Boolean);
    if (end) said.push(end.text);
    if (said.length > 0) this.spoken = said.join(" ");
    const declined = news.find((event) => event.kind === "declined");
    if (declined) this.tell("news", t("asked.declined", { name: this.names.nameOf(declined.seat ?? 0) }));
    if (news.some((event) => event.kind === "talk")) this.tell("news", t("asked.talk-agreed"));
    const acted = news.some((event) => event.kind === "action");
    const changed = acted || end !== null || news.some((event) => event.kind === "undone");
    if (changed && this.notice?.kind !== "news") this.hush(); // a hint or refusal is obsolete
    const timed = news.findLast((event) => event.kind === "action" && event.by === "clock");
    if (timed) this.tell("news", t("table.time-up", { name: this.names.roleOf(timed.seat ?? 0) }));
    const left = news.find((event) => event.kind === "left");
    const gone = left?.by === "clock" ? "table.out-of-time" : "table.left";
    if (left) this.tell("news", t(gone, { name: this.names.roleOf(left.seat ?? 0) }));
    const replaced = news.find((event) => event.kind === "replaced");
    if (replaced) this.tell("news", t("table.replaced", { name: this.names.roleOf(replaced.seat ?? 0) }));
    if (acted || end) {
      window.setTimeout(() => this.sound(end ? "end" : captures() ? "capture" : "move"), duration(MOVE_LASTS));
    }
  }

  close(): void {
    window.clearTimeout(this.#timer);
  }

  #say(event: TableEvent): string {
    if (event.kind === "undone") return t("table.undone", { name: this.names.nameOf(event.seat ?? 0) });
    const report = this.names.report(event);
    return sentence(report);
  }
}
