/** Binding of a session to a component: follows the settings, loads the stage, asks for choices, and closes with the component. */
import { onDestroy, untrack } from "svelte";
import type { Session } from "./session.svelte";
import { dialogs } from "../ui/dialogs.svelte";
import { settings } from "../app/settings.svelte";
import { tableHeading } from "../app/table_heading.svelte";

/** Pause the clock of a player alone with computers while the page is hidden or a dialog is open. */
function pauseClocks(session: Session): void {
  let hidden = $state(document.hidden);
  const look = (): void => {
    hidden = document.hidden;
  };
  document.addEventListener("visibilitychange", look);
  onDestroy(() => document.removeEventListener("visibilitychange", look));
  const paused = $derived(hidden || dialogs.open > 0);
  const timed = $derived((session.now.table?.glasses.length ?? 0) > 0);
  const open = $derived(session.now.health === "open");
  let told = false; // a new connection begins in sight
  $effect(() => {
    if (!open) told = false;
    else if (timed && paused !== told) {
      told = paused;
      untrack(() => session.pause(paused));
    }
  });
}

/** To be called while a component is made. */
export function bindSession(session: Session): void {
  let { language, thinking, board, pieces } = settings;
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
    if (settings.board === board && settings.pieces === pieces) return;
    ({ board, pieces } = settings);
    untrack(() => void session.redress());
  });
  $effect(() => {
    const scene = session.replay.drawing?.scene ?? "";
    if (session.replay.drawing) untrack(() => void session.dress(scene));
  });
  $effect(() => {
    if (session.touching.unasked) untrack(() => void session.touching.begin());
  });
  pauseClocks(session);
  onDestroy(() => session.close());
}

/** To be called while the component of a table is made: the header shows the name and aim of its game. */
export function showHeading(session: Session): void {
  $effect(() => {
    const { table } = session.now;
    tableHeading.now = table && { spec: table.game, title: table.title, aim: session.names.aim };
  });
  onDestroy(() => (tableHeading.now = null));
}
