/** Shortening of texts to whole sentences where there is little room. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text;
}

/** The parts of a text between clause numbers like BC-8, and these numbers, alternately. */
export function splitClauses(text: string): string[] {
  return text.split(/(\b[A-Z]{2}-\d+\b)/u);
}
