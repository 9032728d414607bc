/** Height that an element keeps, so that changing contents do not move its surroundings. */
import type { Attachment } from "svelte/attachments";

/** Keep the height that an element once needed, as long as its width is the same. */
export const keepHeight: Attachment<HTMLElement> = (element) => {
  let width = 0;
  let most = 0;
  const observer = new ResizeObserver(() => {
    if (element.offsetWidth !== width) {
      element.style.minHeight = "";
      width = element.offsetWidth;
      most = 0;
    }
    if (element.offsetHeight > most) {
      most = element.offsetHeight;
      element.style.minHeight = `${most}px`;
    }
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    element.style.minHeight = "";
  };
};
