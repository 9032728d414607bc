/** Where there is little room, a text is cut after a whole sentence and not within one. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text;
}
