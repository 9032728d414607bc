/** Verification of seals: an opened plan is compared with its hash. */
import type { TableEvent } from "../protocol";

export type Checked = "kept" | "broken" | "unchecked";

/** True if an opened action matches its seal; `shown` is the hash shown before, if there was one. */
export async function check(event: TableEvent, shown: string | undefined): Promise<Checked> {
  const { seal, said, seat } = event;
  if (!seal?.nonce || !said) return "unchecked";
  if (shown !== undefined && shown !== seal.digest) return "broken";
  const made = await digest(`${seal.nonce}:${seat ?? ""}:${said.action}`);
  if (made === null) return "unchecked";
  return made === seal.digest ? "kept" : "broken";
}

/** The SHA-256 of a text; null where the browser has none, as on a page that does not come over HTTPS. */
async function digest(text: string): Promise<string | null> {
  const subtle = (globalThis.crypto as Partial<Crypto> | undefined)?.subtle;
  if (!subtle) return null;
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
