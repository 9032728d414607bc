/** How a table stands, in words: against whom one plays, whose turn it is, how it ended. */
import { computerOf } from "./names";
import type { PlayerSeen, Standing } from "./protocol";
import { settings } from "./settings.svelte";
import { scoreOf } from "./standing";
import { t } from "./texts.svelte";

function nameOf({ kind, name, engine, level, role }: PlayerSeen): string {
  if (kind !== "computer") return name || role;
  return engine ?? computerOf(name, level);
}

function listed(names: string[]): string {
  return new Intl.ListFormat(settings.language).format(names);
}

/** Those who play besides the seats that are ours. */
export function othersAt({ players }: Standing, mine: number[]): string {
  const others = players.filter((_, seat) => !mine.includes(seat));
  return others.length === 0 ? t("home.one-screen") : t("home.against", { names: listed(others.map(nameOf)) });
}

export function isMyTurn({ waiting }: Standing, mine: number[]): boolean {
  return waiting.some((seat) => mine.includes(seat));
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
