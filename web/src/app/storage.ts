/** Local storage of this browser: settings, and the tables that it has shown. Seats belong to persons, by a cookie. */

import type { TableMade, PlayerWanted } from "../protocol";
import { bindFormer, getOwnTables, hideTable } from "../net/api";
import { at } from "../net/base";

/** A table this browser knows, with the invitations that it has made. */
export interface KnownTable {
  title: string;
  spec: string;
  invited: { seat: number; token: string }[];
  opened: number;
  over: boolean;
  seats?: number[]; // those that are ours
  first?: boolean; // whether it is a newcomer's first game
  seen?: number; // events of the table that were shown here
}

const BLANK: KnownTable = { title: "", spec: "", invited: [], opened: 0, over: false };

const TABLES = "naadam.tables";
const FORMER = "naadam.matches"; // the name of TABLES in the first versions
const MOST = 50;
const BOUND = "naadam.bound"; // whether the seats of former versions have been bound to the person
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
const LONGEST_COOKIE = 1_900; // characters: all three, and those of others, fit into the 8,192 of a header line
const COOKIE_SECONDS = 400 * 86_400; // as long as browsers keep one

type Area = "localStorage" | "sessionStorage"; // of the browser, or of the tab

/** Read a value of this browser, or of this tab alone from `sessionStorage`. */
export function recall<T>(key: string, otherwise: T, area: Area = "localStorage"): T {
  try {
    const text = globalThis[area].getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown, area: Area = "localStorage"): void {
  try {
    globalThis[area].setItem(key, JSON.stringify(value));
  } catch {
    return; // a private window remembers nothing, and the page works all the same
  }
}

/** Read a value stored by `keepAtAllPorts`; null if there is no value. Check it, because any program on this host may write cookies. */
export function recallAtAllPorts(key: string): unknown {
  try {
    const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${key}=`));
    return JSON.parse(decodeURIComponent((cookie as string).slice(key.length + 1)));
  } catch {
    return recall<unknown>(key, null); // there is no such cookie, or something else has written it
  }
}

/** Keep something small in a cookie too: the server may have to take another port, to which no other storage goes along. */
export function keepAtAllPorts(key: string, value: unknown): void {
  keep(key, value);
  const text = encodeURIComponent(JSON.stringify(value));
  const seconds = text.length > LONGEST_COOKIE ? 0 : COOKIE_SECONDS;
  try {
    document.cookie = `${key}=${seconds ? text : ""}; path=${at("/")}; max-age=${seconds}; samesite=strict`;
  } catch {
    return; // this page may have no cookies
  }
}

export function knownTables(): Record<string, KnownTable> {
  return recall(TABLES, recall<Record<string, KnownTable>>(FORMER, {}));
}

export function knownTable(table: string): KnownTable | undefined {
  return knownTables()[table];
}

/** Remember a table, or changes to it. */
export function rememberTable(table: string, news: Partial<KnownTable>): KnownTable {
  const all = knownTables();
  const known = { ...BLANK, ...all[table], ...news, opened: Date.now() };
  all[table] = known;
  keepNewest(all);
  return known;
}

function keepNewest(all: Record<string, KnownTable>): void {
  const newest = Object.entries(all).sort(([, one], [, other]) => other.opened - one.opened);
  keep(TABLES, Object.fromEntries(newest.slice(0, MOST)));
}

/** Find the tables at which this person has seats, wherever they were taken. */
export async function recallSeats(): Promise<void> {
  await bindOnce();
  const held = await getOwnTables();
  const all = knownTables();
  for (const { table, opened, seats } of held) {
    all[table] = { ...BLANK, opened: 1000 * opened, ...all[table], seats };
  }
  keepNewest(all);
}

/** Have the seats bound to this person whose secrets a former version of the page kept, once. */
async function bindOnce(): Promise<void> {
  if (recall<boolean>(BOUND, false)) return;
  const tables: Record<string, string[]> = {};
  for (const [table, { tokens }] of Object.entries(knownTables() as Record<string, { tokens?: unknown }>)) {
    const whole = Array.isArray(tokens) ? tokens.map(String).filter((token) => TOKEN.test(token)) : [];
    if (whole.length > 0) tables[table] = whole;
  }
  await bindFormer({ tables });
  const bound = Object.entries(knownTables()).map(([table, known]) => [table, { ...known, tokens: undefined }]);
  keep(TABLES, Object.fromEntries(bound));
  keep(BOUND, true);
}

/** Remember a table that was just set, with its invitations. */
export function rememberMade(made: TableMade, players: PlayerWanted[], title: string, spec: string): void {
  const invited = players.flatMap(({ kind }, index) => {
    const [seat, token] = [made.seats[index], made.invitations[index]];
    return kind === "invited" && seat !== undefined && token ? [{ seat, token }] : [];
  });
  rememberTable(made.table, { title, spec, invited });
}

/** Note that a table is over, without counting as a visit. */
export function rememberedOver(table: string): void {
  const all = knownTables();
  const known = all[table];
  if (known) keep(TABLES, { ...all, [table]: { ...known, over: true } });
}

export function forgetTable(table: string): void {
  const { [table]: _, ...others } = knownTables();
  keep(TABLES, others);
  void hideTable(table).catch(() => undefined);
}

export function invitation(table: string, seat: number, token: string, origin = location.origin + at("")): string {
  return `${origin}/table/${table}#seat=${seat}&token=${encodeURIComponent(token)}`;
}
