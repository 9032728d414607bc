/** Public origin of the server: the address that other devices reach, for links to share. */
import { getShared } from "../net/api";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

const found = $state<{ shared: string[] | null }>({ shared: null });

/** Whether this page was opened by an address that means this machine and no other. */
export function isLoopback(host = location.hostname): boolean {
  return LOOPBACK.test(host);
}

/** Ask the server for its addresses in the local network, once. */
export async function findShared(): Promise<void> {
  if (found.shared !== null || !isLoopback()) return;
  found.shared = await getShared().catch(() => []);
}

/** The address for links to others: that of this page, or the one in the local network. */
export function originForOthers(): string {
  return found.shared?.[0] ?? location.origin;
}

/** Whether a link made here leads nowhere on another machine. */
export function isAlone(): boolean {
  return isLoopback() && found.shared?.length === 0;
}
