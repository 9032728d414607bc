/** Breakpoints of the page: narrow, phone, and low and wide. */
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 800px");
/** A narrow and high page, as of a phone: the table is one fixed screen there. */
export const slides = new MediaQuery("(max-width: 800px) and (min-height: 34rem)");
/** A low and wide page, as of a phone on its side: the board stays in sight next to all else. */
export const low = new MediaQuery("(max-height: 34rem) and (min-width: 36rem)");
/** One column: the controls of a game are below its board. */
export const oneColumn = {
  get current(): boolean {
    return narrow.current && !low.current;
  },
};
