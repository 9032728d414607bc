/** Open tables in words: games, time controls, people, and how long they have waited. */
import { settings } from "../app/settings.svelte";
import { t } from "../app/texts.svelte";
import { wordsOfOffered } from "../app/time_controls";
import type { GameInfo, TableOffered } from "../protocol";

const MINUTE = 60_000;

function either(words: string[]): string {
  return new Intl.ListFormat(settings.language, { type: "disjunction" }).format(words);
}

/** A spec in words: the title of its game, and the options that are not the usual ones. */
export function titleOf(spec: string, games: GameInfo[]): string {
  const [name = "", options = ""] = spec.split(":");
  const game = games.find((each) => each.name === name);
  const chosen = options.split(",").map((option) => option.split("="));
  const words = chosen.flatMap(([key = "", value = ""]) => {
    const named = game?.options.find((option) => option.name === key);
    return key === "" || key === "players" ? [] : `${named?.title ?? key}: ${named?.values[value] ?? value}`;
  });
  const title = game?.title ?? name;
  return words.length > 0 ? `${title} (${words.join(", ")})` : title;
}

export function gamesOf({ games: specs }: Pick<TableOffered, "games">, games: GameInfo[]): string {
  return either(specs.map((spec) => titleOf(spec, games)));
}

/** The time controls, and whether the game counts. */
export function clocksOf({ clocks, rated }: TableOffered): string {
  const words = either(clocks.map(wordsOfOffered));
  return rated ? `${words} · ${t("lobby.rated")}` : words;
}

/** People in words; guests have given no name. */
export function peopleOf(names: string[]): string {
  return new Intl.ListFormat(settings.language).format(names.map((name) => name || t("lobby.guest")));
}

/** How long a table has waited, and when computers take its free seats. */
export function waitOf({ opened, filled }: TableOffered, now: number): string {
  const minutes = Math.max(0, Math.floor((now - 1000 * opened) / MINUTE));
  const hours = Math.floor(minutes / 60);
  const since =
    minutes < 1
      ? t("lobby.just-now")
      : hours < 1
        ? t("lobby.minutes", { minutes })
        : hours < 48
          ? t("lobby.hours", { hours })
          : t("lobby.days", { days: Math.floor(hours / 24) });
  if (filled === null) return since;
  const seconds = Math.max(0, Math.ceil((1000 * filled - now) / 1000));
  const left =
    seconds < 100 ? t("lobby.in-seconds", { seconds }) : t("lobby.in-hours", { hours: Math.ceil(seconds / 3600) });
  return `${since} · ${t("lobby.filled", { left })}`;
}
