/** The offer that a host prepares in the set-up: other games, time controls, and who takes free seats. */
import { settings } from "../app/settings.svelte";
import { TIME_CONTROLS, type TimeControl } from "../app/time_controls";
import { lobby } from "../lobby/lobby.svelte";
import { getFitting } from "../net/api";
import { me } from "../people/me.svelte";
import type { GameInfo } from "../protocol";

/** A game that as many people can play. */
export interface Companion {
  title: string;
  spec: string;
}

/** The clocks for games with strangers, which end even if a player leaves. */
const CLOCKS: TimeControl[] = TIME_CONTROLS.filter(({ wanted }) => ["move", "fischer", "days"].includes(wanted.kind));
const USUAL = "fischer-5";

export class Offered {
  others: string[] = $state([]); // specs
  clocks: string[] = $state([USUAL]); // names
  computers = $state(false);
  listed = $state(true);
  rated = $state(false);

  /** The clocks to choose from: days per move are for people who keep a name. */
  get choice(): TimeControl[] {
    return me.name ? CLOCKS : CLOCKS.filter(({ wanted }) => wanted.kind !== "days");
  }

  get chosen(): TimeControl[] {
    return this.choice.filter(({ name }) => this.clocks.includes(name));
  }

  /** Open the table to everyone; true if the game begins now. */
  open(spec: string, title: string): Promise<boolean> {
    return lobby.open(
      {
        games: [spec, ...this.others],
        clocks: this.chosen.map(({ wanted }) => wanted),
        computers: this.computers,
        listed: this.listed,
        rated: this.rated && me.name !== "",
      },
      title,
    );
  }
}

/** The other games for so many seats, by their usual rules. */
export async function companions(games: GameInfo[], game: string, seats: number): Promise<Companion[]> {
  const found = await Promise.all(
    games
      .filter(({ name }) => name !== game)
      .map(async ({ name, title, options }) => {
        const counted = options.find((option) => option.name === "players" && String(seats) in option.values);
        const { variant } = await getFitting(counted ? `${name}:players=${seats}` : name, "players", settings.language);
        return variant.roles.length === seats ? [{ title, spec: variant.spec }] : [];
      }),
  );
  return found.flat();
}
