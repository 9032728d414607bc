/** Attention: the title of a tab in the background says that something waits there. */

const EVERY = 1_000; // milliseconds: views write their own titles meanwhile

let stop: (() => void) | null = null;

/** Show a text as the title until the tab is looked at. */
export function callBack(text: string): void {
  if (document.visibilityState === "visible") return;
  stop?.();
  let usual = document.title;
  const show = (): void => {
    if (document.title !== text) usual = document.title;
    document.title = text;
  };
  const timer = window.setInterval(show, EVERY);
  stop = () => {
    window.clearInterval(timer);
    document.removeEventListener("visibilitychange", seen);
    if (document.title === text) document.title = usual;
    stop = null;
  };
  const seen = (): void => stop?.();
  document.addEventListener("visibilitychange", seen);
  show();
}
