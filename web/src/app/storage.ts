/** Local storage of this browser: settings, and the tables at which it holds seats. */

import type { TableMade, PlayerWanted } from "../protocol";
import { dropSeats, getHeld, holdSeats } from "../net/api";
import { at } from "../net/base";

/** A table this browser knows, with the secrets of the seats it holds. */
export interface KnownTable {
  title: string;
  spec: string;
  tokens: string[];
  invited: { seat: number; token: string }[];
  opened: number;
  over: boolean;
  seats?: number[]; // those that are ours
  first?: boolean; // whether it is a newcomer's first game
  seen?: number; // events of the table that were shown here
}

const BLANK: KnownTable = { title: "", spec: "", tokens: [], invited: [], opened: 0, over: false };

const TABLES = "naadam.tables";
const FORMER = "naadam.matches"; // the name of TABLES in the first versions
const MOST = 50;
const TOKEN = /^[A-Za-z0-9_-]{1,64}$/;
const WHOLE_TOKEN = /^[A-Za-z0-9_-]{32}$/;
const MOST_TOKENS = 8; // the seats of one table
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

/** Those secrets, the latest of them, that the server would look at: a link may hold anything. */
export function readable(tokens: string[]): string[] {
  return [...new Set(tokens.filter((token) => TOKEN.test(token)))].slice(-MOST_TOKENS);
}

export function knownTable(table: string): KnownTable | undefined {
  return knownTables()[table];
}

/** Remember a table, or changes to it. */
export function rememberTable(table: string, news: Partial<KnownTable>): KnownTable {
  const all = knownTables();
  const known = { ...BLANK, ...all[table], ...news, opened: Date.now() };
  known.tokens = readable(known.tokens);
  all[table] = known;
  keepNewest(all);
  if (news.tokens || news.invited) void hold(table, known);
  return known;
}

function keepNewest(all: Record<string, KnownTable>): void {
  const newest = Object.entries(all).sort(([, one], [, other]) => other.opened - one.opened);
  keep(TABLES, Object.fromEntries(newest.slice(0, MOST)));
}

/** Have the server remember our seats: they are found again where this page comes from another port. */
async function hold(table: string, { tokens, invited }: KnownTable): Promise<void> {
  const own = tokens.filter((token) => WHOLE_TOKEN.test(token));
  const others = invited.map(({ token }) => token).filter((token) => WHOLE_TOKEN.test(token));
  if (own.length + others.length === 0) return;
  await holdSeats({ table, own, invited: others }).catch(() => undefined); // without the server, local storage keeps the seats
}

/** Take over the seats that the server remembers of this browser, and send it the others. */
export async function recallSeats(): Promise<void> {
  const held = await getHeld();
  const all = knownTables();
  const unknown = Object.entries(all).filter(([table]) => !held.some((each) => each.table === table));
  for (const { table, opened, seats } of held) {
    const known = all[table] ?? { ...BLANK, opened: 1000 * opened };
    const own = seats.filter((seat) => seat.own);
    const invited = seats.filter((seat) => !seat.own && !known.invited.some(({ token }) => token === seat.token));
    all[table] = {
      ...known,
      tokens: readable([...known.tokens, ...own.map(({ token }) => token)]),
      invited: [...known.invited, ...invited.map(({ seat, token }) => ({ seat, token }))],
      seats: known.seats ?? own.map(({ seat }) => seat),
    };
  }
  keepNewest(all);
  for (const [table, known] of unknown) void hold(table, known);
}

/** Remember a table that was just set, with the secrets of our seats and of those we invite. */
export function rememberMade(made: TableMade, players: PlayerWanted[], title: string, spec: string): void {
  const secrets = players.map(({ kind }, index) => ({
    kind,
    seat: made.seats[index] ?? 0,
    token: made.tokens[index] ?? "",
  }));
  rememberTable(made.table, {
    title,
    spec,
    tokens: secrets.filter(({ kind }) => kind === "here").map(({ token }) => token),
    invited: secrets.filter(({ kind }) => kind === "invited").map(({ seat, token }) => ({ seat, token })),
  });
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
  void dropSeats(table).catch(() => undefined);
}

/** Take the seat that an invitation link names in its fragment; the address then no longer shows it. */
export function takeInvitation(table: string): void {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (!token) return;
  rememberTable(table, { tokens: [...(knownTable(table)?.tokens ?? []), token] });
  history.replaceState(null, "", location.pathname);
}

export function invitation(table: string, seat: number, token: string, origin = location.origin + at("")): string {
  return `${origin}/table/${table}#seat=${seat}&token=${encodeURIComponent(token)}`;
}
