/** Outcome of a game in words: who won, by which score, and the numbers of every player. */
import { settings } from "../../app/settings.svelte";
import { fill, t } from "../../app/texts.svelte";
import type { Session } from "../session.svelte";
import { countsOf, resultOf } from "./tallies";

/** "You won", "A draw", "Tigers won": for the player of this page, or for all who watch. */
function verdict({ names, now }: Session): string {
  const { winners } = names;
  const own = ownSeat(now.table?.mine);
  const short = (seat: number): string => (names.isComputer(seat) ? names.roleOf(seat) : names.nameOf(seat));
  const list = (seats: number[]): string => new Intl.ListFormat(settings.language).format(seats.map(short));
  if (winners.length === 0) return t("result.draw");
  if (own === null) return t("result.victory", { name: list(winners) });
  if (!winners.includes(own)) return t("result.you-lost");
  const allies = winners.filter((seat) => seat !== own);
  return allies.length > 0 ? t("result.you-won-with", { name: list(allies) }) : t("result.you-won");
}

function ownSeat(mine: number[] = []): number | null {
  return mine.length === 1 ? (mine[0] ?? null) : null;
}

/** The verdict with the score, where a score decides. */
export function headlineOf(session: Session): string {
  const { names, now, replay } = session;
  const result = verdict(session);
  const seen = ownSeat(now.table?.mine) ?? names.winners[0] ?? 0;
  const decided = now.table?.end?.clause != null && now.stage !== null;
  const score = decided && now.stage ? resultOf(now.stage, replay.latest?.counts ?? {}, seen, names.winners) : null;
  return score ? t("result.with-score", { result, one: score[0], other: score[1] }) : result;
}

export interface Placed {
  seat: number;
  won: boolean;
  numbers: string[];
}

/** The numbers of every player, winners first, then by the number that decides. */
export function standingsOf({ names, now, replay }: Session): Placed[] {
  const { stage, table } = now;
  if (!stage || !table) return [];
  const counts = replay.latest?.counts ?? {};
  const deciding = (seat: number): number =>
    countsOf(stage, counts, seat).find(({ tally }) => tally.decides)?.count ?? 0;
  const won = (seat: number): boolean => names.winners.includes(seat);
  return [...table.roles.keys()]
    .sort((one, other) => Number(won(other)) - Number(won(one)) || deciding(other) - deciding(one))
    .map((seat) => ({
      seat,
      won: won(seat),
      numbers: countsOf(stage, counts, seat).map(
        ({ tally, count, of }) => `${of === null ? count : `${count}/${of}`} ${fill(tally.name, { count })}`,
      ),
    }))
    .filter(({ numbers }) => numbers.length > 0);
}
