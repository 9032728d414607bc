/** The time by the server's clock, which is read again every second while a component shows it. */
import { lobby } from "./lobby.svelte";

export class Ticking {
  now = $state(lobby.now());

  constructor() {
    $effect(() => {
      const timer = window.setInterval(() => (this.now = lobby.now()), 1000);
      return () => window.clearInterval(timer);
    });
  }
}
