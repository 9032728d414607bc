/** A newcomer's first game: a short start against level 1, with the coach, in which rules are introduced as they matter. */
import { createTable, getFirstGame } from "../../net/api";
import type { GameInfo } from "../../protocol";
import { go } from "../route.svelte";
import { chairsFor, playersOf } from "../seating";
import { settings } from "../settings.svelte";
import { rememberMade, rememberTable } from "../storage";

export async function startFirstGame({ name, title }: Pick<GameInfo, "name" | "title">): Promise<void> {
  const { language } = settings;
  const { spec, position, seat, seats } = await getFirstGame(name, language);
  const players = playersOf(chairsFor("computer", seat, seats, 1), settings.name.trim(), true);
  const made = await createTable({ spec, players, opening: position }, language);
  rememberMade(made, players, title, spec);
  rememberTable(made.table, { first: true });
  go(`/table/${made.table}`);
}
