/** Languages of the page: their names, and the message shown when the server sends no texts. */
import type { Language } from "../protocol";

export const LANGUAGES: Record<Language, { name: string; silence: string }> = {
  en: { name: "English", silence: "The server does not answer." },
  fr: { name: "Français", silence: "Le serveur ne répond pas." },
  it: { name: "Italiano", silence: "Il server non risponde." },
};

/** The language as it is written where the reader lives, for dates: British English, Swiss French. */
export function localeOf(language: Language): string {
  return navigator.languages.find((locale) => locale.slice(0, 2) === language) ?? language;
}
