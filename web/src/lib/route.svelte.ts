/** Which view is shown: the address decides, and links change it without loading the page again. */

export type Route =
  | { view: "home" }
  | { view: "setup"; game: string; board: string | null }
  | { view: "table"; match: string }
  | { view: "nothing" };

export function readRoute(path: string, query = ""): Route {
  const [first, second, third] = path.split("/").filter(Boolean);
  if (first === undefined) return { view: "home" };
  if (first === "play" && second && !third) {
    return { view: "setup", game: decodeURIComponent(second), board: new URLSearchParams(query).get("board") };
  }
  if (first === "match" && second && !third) return { view: "table", match: second };
  return { view: "nothing" };
}

export const here = $state<{ route: Route }>({ route: { view: "nothing" } });

export function readAddress(): void {
  here.route = readRoute(location.pathname, location.search);
}

export function go(address: string): void {
  history.pushState(null, "", address);
  readAddress();
  scrollTo(0, 0);
}

/** Follow a link of this page without leaving it. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download") || link.hash) return;
  event.preventDefault();
  go(link.pathname + link.search);
}
