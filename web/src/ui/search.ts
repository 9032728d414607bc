/** Text search: all words in any order, regardless of accents and capitals. */

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether a text has all the words that are sought. */
export function finds(text: string, sought: string): boolean {
  const found = plain(text);
  return plain(sought)
    .split(/\s+/)
    .every((word) => found.includes(word));
}
