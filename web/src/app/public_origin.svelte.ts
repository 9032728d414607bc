/** Public origin of the server: the address that other devices reach, for links to share. */
import { getShared } from "../net/api";
import { at } from "../net/base";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const found = $state<{ shared: string[] | null }>({ shared: null });

/** Whether this page was opened by an address that means this machine and no other. */
export function isLoopback(host = location.hostname): boolean {
  return LOOPBACK.test(host);
}

export type Reach = "computer" | "network" | "anywhere";

/** Whether a host name or address belongs to a local network. */
export function isLocal(host: string): boolean {
  return /^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)|^\[f[cde]|\.local$|^[^.[\]:]+$/.test(host);
}

/** Where a link made here opens; until the server has answered, no more than this computer is promised. */
export function reachOf(host: string, shared: string[] | null): Reach {
  if (isLoopback(host)) return shared?.length ? "network" : "computer";
  return isLocal(host) ? "network" : "anywhere";
}

export function reach(): Reach {
  return reachOf(location.hostname, found.shared);
}

/** Ask the server for its addresses in the local network, once. */
export async function findShared(): Promise<void> {
  if (found.shared !== null || !isLoopback()) return;
  found.shared = await getShared().catch(() => []);
}

/** The address for links to others: that of this page, or the one in the local network. */
export function originForOthers(): string {
  return (found.shared?.[0] ?? location.origin) + at("");
}

/** Whether a link made here leads nowhere on another machine. */
export function isAlone(): boolean {
  return isLoopback() && found.shared?.length === 0;
}
