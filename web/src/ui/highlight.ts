/** Words beside the board light up the places they are about: under the pointer, with the focus, and by a touch. */
import type { Attachment } from "svelte/attachments";

export function highlight(points: string[], show: (points: string[]) => void): Attachment<HTMLElement> {
  return (element) => {
    let lit = false;
    const turn = (on: boolean) => {
      if (lit || on) show(on ? points : []);
      lit = on;
    };
    const [on, off] = [() => turn(true), () => turn(false)];
    const leave = () => turn(element.contains(document.activeElement)); // what has the focus stays lit
    const listeners = { pointerenter: on, focusin: on, pointerleave: leave, focusout: off };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      off();
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  };
}
