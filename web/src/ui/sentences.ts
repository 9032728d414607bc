/** The first sentence of a text, for where there is little room. */
export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text)?.[0] ?? text;
}

/** The text with a full stop behind it, unless it ends with one or another mark. */
export function sentence(text: string): string {
  return text === "" || /[.!?…]$/u.test(text) ? text : `${text}.`;
}

/** The parts of a text between clause numbers like BC-8, and these numbers, alternately. */
export function splitClauses(text: string): string[] {
  return text.split(/(\b[A-Z]{2}-\d+\b)/u);
}
