/** Names of players and seats, and sayings of the stage with these names filled in. */
import type { Said, Saying, Stage, Table } from "../protocol";
import { PERFECT } from "../app/seating";
import { fill, t } from "../app/texts.svelte";

/** Where names and sayings come from. */
export interface Told {
  readonly table: Table | null;
  readonly stage: Stage | null;
}

/** The computer at a level, by its own name if it has one. */
export function computerOf(name: string, level: number | null): string {
  const called = name || t("table.computer");
  if (level === PERFECT) return t("table.computer-perfect", { name: called });
  return t("table.computer-level", { name: called, level: level ?? "" });
}

export class Names {
  constructor(private readonly told: Told) {}

  /** The role of a seat, for example a colour or, once it is known, its clan. */
  roleOf(seat: number): string {
    const { table, stage } = this.told;
    const side = table?.drawing.sides?.[seat] ?? "";
    return stage?.items[side]?.name ?? table?.roles[seat] ?? "";
  }

  /** The name of who sits on a seat, if there is one. */
  playerOf(seat: number): string {
    const player = this.told.table?.players[seat];
    if (player?.bot) return t("table.bot", { name: player.name });
    if (player?.kind !== "computer") return player?.name ?? "";
    if (player.engine) return player.engine;
    return computerOf(player.name, player.level);
  }

  /** Player and role. */
  nameOf(seat: number): string {
    const name = this.playerOf(seat);
    return name ? `${name} (${this.roleOf(seat)})` : this.roleOf(seat);
  }

  /** The name of a seat before a report of its move, as the language writes it. */
  before(seat: number): string {
    return t("told.who", { name: this.roleOf(seat) });
  }

  /** A move as a report: "Tigers moved e1 to e2"; events of chance have no name before them. Empty if it is hidden. */
  report({ seat, said }: { seat: number | null; said: Said | null }): string {
    if (!said?.told) return "";
    return this.roleOf(seat ?? -1) ? `${this.before(seat ?? -1)} ${said.told}` : said.told;
  }

  /** The aim of this page's only seat, or of all seats: with their names where aims differ. */
  get aim(): string {
    const { aims = [], roles = [], mine = [] } = this.told.table ?? {};
    const [own] = mine;
    if (mine.length === 1 && own !== undefined) return aims[own] ?? "";
    if (new Set(aims).size <= 1) return aims[0] ?? "";
    return roles.map((name, seat) => t("told.aim", { name, aim: aims[seat] ?? "" })).join(" · ");
  }

  /** The seats that have won, allies too; none before the end, and none in a draw, which all share. */
  get winners(): number[] {
    const winners = this.told.table?.end?.winners ?? [];
    return winners.length < (this.told.table?.roles.length ?? 0) ? winners : [];
  }

  isComputer(seat: number): boolean {
    return this.told.table?.players[seat]?.kind === "computer";
  }

  /** A saying of the stage in words. */
  say(saying: Saying): string {
    const { stage } = this.told;
    const short = (seat: number): string => (this.isComputer(seat) ? this.roleOf(seat) : this.nameOf(seat));
    const values: Record<string, string | number> = { ...saying.values };
    for (const [key, item] of Object.entries(saying.items ?? {})) values[key] = stage?.items[item]?.name ?? item;
    if (saying.seat != null) values.seat = short(saying.seat);
    values.seats = (saying.seats ?? []).map(short).join(", ");
    return fill(stage?.sayings[saying.say] ?? saying.say, values);
  }
}
