/** Roving focus: a row or grid of buttons is one stop for Tab, and arrow keys move inside it. */
import { ARROWS, neighbour, type Coordinates } from "../space/geometry";

/** The button that a key leads to from the one with the focus; null if the key means something else. */
export function buttonBy(key: string, list: HTMLElement): HTMLButtonElement | null {
  const buttons = [...list.querySelectorAll("button")];
  const here = buttons.findIndex((button) => button === document.activeElement);
  const direction = ARROWS[key];
  if (key === "Home") return buttons[0] ?? null;
  if (key === "End") return buttons.at(-1) ?? null;
  if (direction === undefined || here < 0) return null;
  if (direction === "left") return buttons[here - 1] ?? buttons[here] ?? null;
  if (direction === "right") return buttons[here + 1] ?? buttons[here] ?? null;
  const places = Object.fromEntries(buttons.map((button, index) => [index, middleOf(button)]));
  return buttons[Number(neighbour(places, String(here), direction))] ?? null;
}

function middleOf(element: Element): Coordinates {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
