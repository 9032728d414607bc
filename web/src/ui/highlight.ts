/** Highlight of places on the board by texts about them: under the pointer, with the focus, and by touch. */
import type { Attachment } from "svelte/attachments";

export function highlight(points: string[], show: (points: string[]) => void): Attachment<HTMLElement> {
  return (element) => {
    let lit = false;
    const turn = (on: boolean) => {
      if (lit || on) show(on ? points : []);
      lit = on;
    };
    const [on, off] = [() => turn(true), () => turn(false)];
    const leave = () => turn(element.contains(document.activeElement)); // a focused text stays highlighted
    const listeners = { pointerenter: on, focusin: on, pointerleave: leave, focusout: off };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
      off();
      for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
  };
}
