/** Keyboard shortcuts of the page, unless the focused element uses the key. */
import type { Session } from "./session.svelte";
import type { Camera } from "../board/camera.svelte";

/** Space and Escape skip the playback, arrow keys step through the game or a film, the rest lays and zooms. */
export function press(event: KeyboardEvent, session: Session, camera: Camera, step: (by: number) => boolean): void {
  const target = event.target instanceof Element ? event.target : null;
  if (
    event.altKey ||
    event.ctrlKey ||
    event.metaKey ||
    target?.closest("input, select, textarea, dialog, [data-point]")
  )
    return;
  const { film } = session.replay;
  const onButton = target?.closest("button, a") != null;
  const by = event.shiftKey ? 0 : ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0);
  if (film.open && event.key === "Escape") film.close();
  else if (film.open && event.key === " " && !onButton) film.play(!film.playing);
  else if (event.key === " " && session.queue.busy && !onButton) session.queue.skip();
  else if (event.key === "Escape") session.letGo();
  else if (!(by !== 0 && step(by)) && !session.placing.press(event.key) && !camera.press(event)) return;
  event.preventDefault();
}
