/** Where there is little room, a text is cut after a whole sentence and not within one. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text;
}

/** What stands between the numbers of clauses, such as BC-8, and these numbers, in turn. */
export function splitClauses(text: string): string[] {
  return text.split(/(\b[A-Z]{2}-\d+\b)/u);
}
