/** Scrolling back to the board on a narrow page when something happens there. */
import { untrack } from "svelte";
import { narrow, slides } from "../ui/breakpoints";
import type { Session } from "./session.svelte";
import { duration } from "../app/settings.svelte";

const MOSTLY = 0.7; // of the board

/** To be called while a component is made that shows the table. */
export function keepBoardInSight(session: Session): void {
  let shown: number | undefined;
  /** A move of another player is shown, also to a reader who has scrolled down. */
  $effect(() => {
    const { lastMove: move, viewing } = session.replay;
    untrack(() => {
      const { roles = [], mine = [] } = session.now.table ?? {};
      const theirs = move?.seat != null && move.seat in roles && !mine.includes(move.seat);
      const isNew = shown !== undefined && move?.seq !== shown;
      shown = move?.seq ?? 0;
      if (theirs && isNew && viewing === null && narrow.current) showBoard();
    });
  });
  /** After a take-back below the board the position is shown. */
  const undone = $derived(session.now.events.findLast(({ kind }) => kind === "undone")?.seq ?? 0);
  $effect(() => {
    if (undone > 0 && narrow.current) showBoard();
  });
  /** A hint is requested below the board and shown on it. */
  $effect(() => {
    if (session.announcer.notice?.kind === "hint" && narrow.current) showBoard();
  });
  const leafs = $derived(leafsBelow(session));
  $effect(() => {
    if (leafs && session.now.analysis === null) showBoard();
  });
}

/** Whether an earlier position is looked at below the board: on a phone the log is far from it. */
export function leafsBelow({ replay }: Session): boolean {
  return slides.current && replay.viewing !== null && !replay.film.open;
}

function showBoard(): void {
  const [words, board] = [".steps-shown", ".ground"].map((part) =>
    document.querySelector(part)?.getBoundingClientRect(),
  );
  if (!words || !board) return;
  const seen = Math.min(board.bottom, innerHeight) - Math.max(board.top, 0);
  if (seen >= MOSTLY * board.height) return;
  const behavior = untrack(() => duration(1)) > 0 ? "smooth" : "auto";
  scrollBy({ top: Math.min(words.top, board.top), behavior });
}
