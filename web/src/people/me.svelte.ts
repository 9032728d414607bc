/** The person of this browser: the name that they keep. */
import { settings } from "../app/settings.svelte";
import { enterCode, getMe, keepName } from "../net/api";
import type { Me } from "../protocol";
import { canUsePasskeys, enterWithPasskey } from "./passkeys";

class Myself {
  /** The answer of the server; null before. */
  known: Me | null = $state.raw(null);

  /** The unique name, or "" if none is kept. */
  get name(): string {
    return this.known?.kept ? (this.known.name ?? "") : "";
  }

  /** Whether this page can use passkeys of the server. */
  get passkeys(): boolean {
    return canUsePasskeys(this.known?.passkeys ?? "");
  }

  async load(): Promise<void> {
    this.#take(await getMe());
  }

  /** Keep a name, or none if it is empty. */
  async keep(name: string): Promise<void> {
    this.#take(await keepName(name, settings.language));
  }

  /** Make this browser a device of the person whose code it is. */
  async enter(code: string): Promise<void> {
    this.#take(await enterCode(code, settings.language));
  }

  /** Come in with a passkey; false if none was chosen. */
  async enterWithPasskey(): Promise<boolean> {
    const known = await enterWithPasskey();
    if (known) this.#take(known);
    return known !== null;
  }

  #take(known: Me): void {
    this.known = known;
    if (this.name) settings.name = this.name; // the name at tables, unless another is typed in there
  }
}

export const me = new Myself();
