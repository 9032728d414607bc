/** What the page asks of the server over HTTP. */
import type { Drawing } from "./pieces";
import type { GameInfo, Language, MatchMade, MatchWanted, RulesText, Stage, Variant } from "./protocol";

/** An answer that is not what was asked for. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(path, init);
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null);
    const detail = (body as { detail?: unknown } | null)?.detail;
    throw new Trouble(answer.status, typeof detail === "string" ? detail : answer.statusText);
  }
  return answer;
}

async function get<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
  const query = new URLSearchParams(parameters).toString();
  return (await (await ask(query ? `${path}?${query}` : path)).json()) as T;
}

export type Words = Record<string, Record<string, string>>;

export const getTexts = (language: Language) => get<Words>("/api/texts", { language });
export const getGames = (language: Language) => get<GameInfo[]>("/api/games", { language });
export const getVariants = (game: string, language: Language) =>
  get<Variant[]>(`/api/games/${encodeURIComponent(game)}/variants`, { language });
export const getRules = (spec: string, language: Language) => get<RulesText>("/api/rules", { spec, language });
export const getStage = (spec: string, language: Language) => get<Stage>("/api/stage", { spec, language });
export const getDrawing = (match: string, at: number) =>
  get<Drawing>(`/api/matches/${match}/drawing`, { at: String(at) });
export const getRecord = async (match: string) => (await ask(`/api/matches/${match}/record`)).text();
export const pictureOf = (spec: string) => `/api/picture?${new URLSearchParams({ spec }).toString()}`;

export async function createMatch(wanted: MatchWanted): Promise<MatchMade> {
  const headers = { "Content-Type": "application/json" };
  const answer = await ask("/api/matches", { method: "POST", headers, body: JSON.stringify(wanted) });
  return (await answer.json()) as MatchMade;
}
