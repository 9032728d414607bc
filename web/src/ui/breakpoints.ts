/** Whether the page is narrow: what stands beside the board on a large screen is below it, and out of sight. */
import { MediaQuery } from "svelte/reactivity";
import type { Stage } from "../protocol";

export const narrow = new MediaQuery("max-width: 800px");
/** Whether it is narrow and high: a sheet slides over its lower half. */
export const slides = new MediaQuery("(max-width: 800px) and (min-height: 34rem)");
/** Whether it is low and wide, as a phone on its side: the board stays in sight beside all else. */
export const low = new MediaQuery("(max-height: 34rem) and (min-width: 36rem)");

/** Whether what can be done without a point of the board stands right below it: on a phone, in games with little of that. */
export function offersBelow({ shelves, by_touch }: Pick<Stage, "shelves" | "by_touch">): boolean {
  return slides.current && shelves.length === 0 && !by_touch;
}
