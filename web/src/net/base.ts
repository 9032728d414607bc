/** The path under which the server is reached, such as "/naadam"; empty if it has its own host name. */

// Unit tests have no document, or a part of one.
const root = typeof document === "undefined" ? undefined : (document.documentElement as HTMLElement | undefined);
const PREFIX = root?.dataset.prefix ?? "";

/** True if the server has the documents, under /docs. */
export const documented = root?.dataset.docs !== undefined;

/** The address of a path of this server, for links and requests. */
export const at = (path: string): string => PREFIX + path;

/** The path of an address of this page, without the prefix. */
export const withoutPrefix = (address: string): string =>
  address.startsWith(`${PREFIX}/`) ? address.slice(PREFIX.length) : address === PREFIX ? "/" : address;
