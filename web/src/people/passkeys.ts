/** Passkeys: the two ceremonies of the browser, by the options of the server. */
import { settings } from "../app/settings.svelte";
import { askForPasskey, askToEnter, registerPasskey, showPasskey } from "../net/api";
import type { Me } from "../protocol";

/** True if this page can use passkeys of a server: over HTTPS or on this machine, under the name of the server. */
export function canUsePasskeys(name: string): boolean {
  return (
    name !== "" &&
    window.isSecureContext &&
    location.hostname === name &&
    "PublicKeyCredential" in window &&
    "parseCreationOptionsFromJSON" in PublicKeyCredential
  );
}

/** Make a passkey for the person of this browser; false if the person has cancelled it. */
export async function makePasskey(): Promise<boolean> {
  const { options } = await askForPasskey(settings.language);
  const read = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(read);
  const made = await unlessCancelled(navigator.credentials.create({ publicKey }));
  if (!(made instanceof PublicKeyCredential)) return false;
  await registerPasskey({ answer: made.toJSON() as Record<string, unknown> }, settings.language);
  return true;
}

/** Come in with a passkey; null if none was chosen. */
export async function enterWithPasskey(): Promise<Me | null> {
  const { options } = await askToEnter(settings.language);
  const read = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(read);
  const shown = await unlessCancelled(navigator.credentials.get({ publicKey }));
  if (!(shown instanceof PublicKeyCredential)) return null;
  return showPasskey({ answer: shown.toJSON() as Record<string, unknown> }, settings.language);
}

async function unlessCancelled(ceremony: Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof DOMException) return null; // cancelled, too late, or the device has one already
    throw error;
  }
}
