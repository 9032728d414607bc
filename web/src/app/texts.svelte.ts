/** Texts of the interface in the selected language, by section and key. */
import type { Language } from "../protocol";
import { getTexts, Trouble, type Words } from "../net/api";

const shown = $state<{ words: Words | null; language: Language | null }>({ words: null, language: null });

let asked: Language | null = null; // the language that was chosen last

export async function loadTexts(language: Language): Promise<void> {
  asked = language;
  const words = await getTexts(language);
  if (asked !== language) return; // another was chosen meanwhile
  shown.words = words;
  shown.language = language;
}

export function hasTexts(): boolean {
  return shown.words !== null;
}

/** The word that goes with a number: of two the first is for one; of three, for none, for one, and for more. */
function agree(number: number, words: string[]): string {
  const none = words.length > 2 && number === 0;
  return words.at(none ? 0 : number === 1 ? words.length - 2 : -1) ?? "";
}

/** Put values into a text's {places}; {count:goat|goats} is the word that goes with the number there. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (place, name: string, words?: string) => {
    const value = values[name];
    if (value === undefined) return place;
    return words === undefined ? String(value) : agree(Number(value), words.split("|"));
  });
}

/** A text by "section.key"; a missing one shows its key, so that it is seen. */
export function t(key: string, values: Record<string, string | number> = {}): string {
  const dot = key.indexOf(".");
  const text = shown.words?.[key.slice(0, dot)]?.[key.slice(dot + 1)];
  return fill(text ?? key, values);
}

/** Why something could not be had from the server: in its own words, or that it does not answer; of a game, that there is none. */
export function reasonOf(error: unknown, game?: string): string {
  if (game !== undefined && error instanceof Trouble && error.status === 404) return t("setup.no-game", { game });
  return (error instanceof Trouble && error.message) || t("page.trouble");
}
