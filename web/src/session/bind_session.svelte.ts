/** A component that shows a session follows what its reader sets, dresses the stage, asks what can be done, and leaves with the component. */
import { onDestroy, untrack } from "svelte";
import type { Session } from "./session.svelte";
import { settings } from "../app/settings.svelte";

/** To be called while a component is made. */
export function bindSession(session: Session): void {
  let { language, thinking } = settings;
  $effect(() => {
    if (settings.thinking === thinking) return;
    thinking = settings.thinking;
    untrack(() => session.greet());
  });
  $effect(() => {
    if (settings.language === language) return;
    language = settings.language;
    untrack(() => void session.speak());
  });
  $effect(() => {
    const scene = session.replay.drawing?.scene ?? "";
    if (session.replay.drawing) untrack(() => void session.dress(scene));
  });
  $effect(() => {
    if (session.touching.unasked) untrack(() => void session.touching.begin());
  });
  onDestroy(() => session.close());
}
