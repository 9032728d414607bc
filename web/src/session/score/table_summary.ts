/** Summary of a table in words: opponents, whose turn it is, result. */
import { computerOf } from "../names";
import type { PlayerSeen, Standing } from "../../protocol";
import { settings } from "../../app/settings.svelte";
import { scoreOf } from "./tallies";
import { t } from "../../app/texts.svelte";

/** A table at which this browser has seats. */
export interface OwnTable {
  standing: Standing;
  mine: number[];
}

/** A player in words, or so many computers that are alike. */
function nameOf({ kind, name, engine, level, role }: PlayerSeen, count = 1): string {
  if (kind !== "computer") return name || role;
  if (engine) return count > 1 ? `${count} × ${engine}` : engine;
  if (count === 1) return computerOf(name, level);
  return computerOf(name ? `${count} × ${name}` : t("table.computers", { count }), level);
}

/** Players in words; computers that are alike are counted. */
function namesOf(players: PlayerSeen[]): string[] {
  const names = players.map((player) => nameOf(player));
  return players.flatMap((player, at) => {
    if (player.kind !== "computer") return nameOf(player);
    const alike = players.filter((other, index) => other.kind === "computer" && names[index] === names[at]);
    return alike[0] === player ? nameOf(player, alike.length) : [];
  });
}

function listed(names: string[]): string {
  return new Intl.ListFormat(settings.language).format(names);
}

/** The players of all seats other than this browser's. */
export function othersAt({ players }: Standing, mine: number[]): string {
  const others = players.filter((_, seat) => !mine.includes(seat));
  return others.length === 0 ? t("home.one-screen") : t("home.against", { names: listed(namesOf(others)) });
}

export function isMyTurn({ waiting }: Standing, mine: number[]): boolean {
  return waiting.some((seat) => mine.includes(seat));
}

/** The seconds left of this browser's seats to act, the fewest; null without a clock or a turn. */
export function secondsLeft({ clocks }: Standing, mine: number[]): number | null {
  const left = clocks.filter(({ seat }) => mine.includes(seat)).map(({ seconds }) => seconds);
  return left.length > 0 ? Math.min(...left) : null;
}

/** The order of own games: those in turn first, the least time left first, and those without a clock after them. */
export function byTimeLeft(one: OwnTable, other: OwnTable): number {
  const [first, second] = [one, other].map(({ standing, mine }) => {
    const turn = isMyTurn(standing, mine);
    return [turn ? 0 : 1, turn ? (secondsLeft(standing, mine) ?? Infinity) : 0] as const;
  }) as [readonly [number, number], readonly [number, number]];
  return first[0] - second[0] || (first[1] === second[1] ? 0 : first[1] - second[1]);
}

export function turnAt(standing: Standing, mine: number[]): string {
  const { waiting, players } = standing;
  const acting = waiting.flatMap((seat) => players[seat] ?? []);
  if (isMyTurn(standing, mine) && mine.length === 1) return t("table.your-turn");
  return t("table.turn-of", { name: listed(acting.map((player) => player.role)) });
}

/** How it ended for us, if we played one side of it; else who won. */
export function resultAt({ winners, players, end, score }: Standing, mine: number[]): string {
  const drawn = winners.length === 0 || winners.length === players.length;
  const [alone] = mine;
  if (mine.length !== 1 || alone === undefined) return end;
  const result = t(drawn ? "result.draw" : winners.includes(alone) ? "result.you-won" : "result.you-lost");
  const told = score && scoreOf(score, alone, winners);
  const scored = told ? t("result.with-score", { result, one: told[0], other: told[1] }) : result;
  return `${scored}. ${end}`;
}
