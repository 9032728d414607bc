/** Router: the address selects the view, and links change it without reloading the page. */
import { at, withoutPrefix } from "../net/base";

/** How a game begins: on a board, after some moves of another game, or from a position. */
export interface Start {
  board: string | null;
  from: string | null;
  moves: number | null;
  spec: string | null;
  position: string | null;
  coached: boolean; // a first game, against level 1, with a coach
}

type Route =
  | { view: "home" }
  | { view: "setup"; game: string; start: Start }
  | { view: "editor"; game: string; start: Start }
  | { view: "table"; table: string; move: number | null } // and the move that is looked at first
  | { view: "retry"; table: string; number: number } // of the mistake
  | { view: "learn"; game: string; step: number | null }
  | { view: "puzzles"; game: string; number: number | null }
  | { view: "watch"; game: string }
  | { view: "study"; record: string } // compressed
  | { view: "guide"; game: string; spec: string }
  | { view: "me" }
  | { view: "cups" }
  | { view: "cup"; id: string }
  | { view: "person"; name: string }
  | { view: "balance"; game: string }
  | { view: "nothing" };

const TABLE = /^[\w-]{8,32}$/; // the names of tables

export function readRoute(path: string, query = "", fragment = ""): Route {
  const [first, second, third] = path.split("/").filter(Boolean);
  if (first === undefined) return { view: "home" };
  if (first === "me" && !second) return { view: "me" };
  if (first === "cups" && !third) {
    if (!second) return { view: "cups" };
    return TABLE.test(second) ? { view: "cup", id: second } : { view: "nothing" };
  }
  if (first === "people" && second && !third) {
    const name = decoded(second);
    return name === null ? { view: "nothing" } : { view: "person", name };
  }
  if (first === "balance" && second && !third) {
    const game = decoded(second);
    return game === null ? { view: "nothing" } : { view: "balance", game };
  }
  if ((first === "play" || first === "edit") && second && !third) {
    const game = decoded(second);
    return game === null
      ? { view: "nothing" }
      : { view: first === "play" ? "setup" : "editor", game, start: readStart(query) };
  }
  if (first === "learn" && second && !third) {
    const game = decoded(second);
    return game === null ? { view: "nothing" } : { view: "learn", game, step: numberIn(query, "step") };
  }
  if (first === "puzzles" && second && !third) {
    const game = decoded(second);
    return game === null ? { view: "nothing" } : { view: "puzzles", game, number: numberIn(query, "number") };
  }
  if (first === "watch" && second && !third) {
    const game = decoded(second);
    return game === null ? { view: "nothing" } : { view: "watch", game };
  }
  if (first === "rules" && second && !third) {
    const game = decoded(second);
    return game === null
      ? { view: "nothing" }
      : { view: "guide", game, spec: new URLSearchParams(query).get("spec") ?? game };
  }
  if (first === "study" && !second) return { view: "study", record: fragment.replace(/^#/, "") };
  if ((first === "table" || first === "match") && TABLE.test(second ?? "") && second && !third) {
    const [move, again] = [numberIn(query, "move"), numberIn(query, "again")];
    return again === null ? { view: "table", table: second, move } : { view: "retry", table: second, number: again };
  }
  return { view: "nothing" };
}

/** Return a decoded part of an address; null if it cannot be decoded. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** A number in an address; null if there is none. */
function numberIn(query: string, key: string): number | null {
  const found = new URLSearchParams(query).get(key);
  return found !== null && /^\d{1,6}$/.test(found) ? Number(found) : null;
}

function readStart(query: string): Start {
  const given = new URLSearchParams(query);
  return {
    board: given.get("board"),
    from: given.get("from"),
    moves: numberIn(query, "moves"),
    spec: given.get("spec"),
    position: given.get("position"),
    coached: given.has("coached"),
  };
}

export const here = $state<{ route: Route }>({ route: { view: "nothing" } });

export function readAddress(): void {
  here.route = readRoute(withoutPrefix(location.pathname), location.search, location.hash);
}

let arriving = false; // a navigation whose heading is not rendered yet

/** Show the view of the new address, after a navigation. */
export function arrive(): void {
  arriving = true;
  readAddress();
}

/** The heading of a view gets the focus after a navigation, for keyboards and screen readers. */
export function heading(element: HTMLElement): void {
  element.tabIndex = -1;
  if (arriving) element.focus({ preventScroll: true });
  arriving = false;
}

/** Show the view of an address, which is given without the prefix of the server. */
export function go(address: string): void {
  history.pushState(null, "", at(address));
  arrive();
  scrollTo(0, 0);
}

/** The address of a table in a pasted link, if it belongs to this server. */
export function readLink(text: string): string | null {
  const found = /\/(?:table|match)\/([A-Za-z0-9_-]{8,32})(#[\w=&%.~-]*)?$/.exec(text.trim());
  return found ? `/table/${found[1]}${found[2] ?? ""}` : null;
}

/** Follow a link of this page without leaving it. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.hash) return;
  event.preventDefault();
  go(withoutPrefix(link.pathname) + link.search);
}
