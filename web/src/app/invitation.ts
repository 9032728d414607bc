/** Invitation in an address: accepted when the address is opened, and then no longer shown. */
import { acceptInvitation } from "../net/api";
import { settings } from "./settings.svelte";
import { reasonOf, t } from "./texts.svelte";

const TOKEN = /^[A-Za-z0-9_-]{1,64}$/;
const TRIES = 2; // the first answer gives a new browser its key, the second one its seat

/** Take the seat that an invitation link names in its fragment; null without one, else the sentence to show, if any. */
export function takeInvitation(table: string): Promise<string> | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const [token, seat] = [fragment.get("token") ?? "", fragment.get("seat")];
  return TOKEN.test(token) ? accept(table, token, seat === null ? null : Number(seat)) : null;
}

async function accept(table: string, token: string, seat: number | null): Promise<string> {
  let said = "no-cookies";
  try {
    for (let tries = 0; tries < TRIES && said === "no-cookies"; tries += 1) {
      const { state, seats } = await acceptInvitation(table, token, settings.language);
      if (state === "again") continue;
      const mine = state === "taken" || (state === "own" && (seat === null || seats.includes(seat)));
      said = mine ? "" : state;
    }
  } catch (error) {
    return reasonOf(error); // the address keeps the invitation, so a reload tries again
  }
  history.replaceState(null, "", location.pathname);
  return said && t(`seats.${said}`);
}
