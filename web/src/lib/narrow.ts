/** Whether the page is narrow: what stands beside the board on a large screen is below it, and out of sight. */
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 800px");
