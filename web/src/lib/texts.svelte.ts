/** The words of the page in the reader's language, by section and key. */
import type { Language } from "./protocol";
import { getTexts, Trouble, type Words } from "./server";

const shown = $state<{ words: Words | null; language: Language | null }>({ words: null, language: null });

export async function loadTexts(language: Language): Promise<void> {
  const words = await getTexts(language);
  shown.words = words;
  shown.language = language;
}

export function hasTexts(): boolean {
  return shown.words !== null;
}

/** Put values into a text's {places}. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
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
