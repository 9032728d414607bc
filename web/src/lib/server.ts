/** What the page asks of the server over HTTP. */
import type {
  CodeIssued,
  GameInfo,
  EditedPosition,
  EditorInfo,
  Language,
  TableMade,
  TableWanted,
  OpeningBrought,
  OpeningRead,
  PositionEdited,
  RulesText,
  SeatHeld,
  Stage,
  Variant,
} from "./protocol";

/** An answer that is not what was asked for, with the reason in the reader's language, if there is one. */
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
    throw new Trouble(answer.status, typeof detail === "string" ? detail : "");
  }
  return answer;
}

async function get<T>(path: string, parameters: Record<string, string> = {}): Promise<T> {
  const query = new URLSearchParams(parameters).toString();
  return (await (await ask(query ? `${path}?${query}` : path)).json()) as T;
}

export type Words = Record<string, Record<string, string>>;

export const getTexts = (language: Language) => get<Words>("/api/texts", { language });
/** The games that a page can draw. */
export const getGames = async (language: Language) =>
  (await get<GameInfo[]>("/api/games", { language })).filter(({ drawn }) => drawn);
export const getVariants = (game: string, language: Language) =>
  get<Variant[]>(`/api/games/${encodeURIComponent(game)}/variants`, { language });
export const getRules = (spec: string, language: Language) => get<RulesText>("/api/rules", { spec, language });
export const getStage = (spec: string, language: Language, scene = "") =>
  get<Stage>("/api/stage", { spec, language, ...(scene ? { scene } : {}) });
export const recordOf = (table: string, language: Language, moves: number | null = null) =>
  `/api/tables/${table}/record?language=${language}${moves === null ? "" : `&moves=${moves}`}`;
export const getRecord = async (table: string, language: Language, moves: number | null = null) =>
  (await ask(recordOf(table, language, moves))).text();
export const getPosition = async (table: string) => (await ask(`/api/tables/${table}/position`)).text();
export const pictureOf = (spec: string, position: string | null = null) =>
  `/api/picture?${new URLSearchParams({ spec, ...(position ? { position } : {}) }).toString()}`;
/** Whether the server knows a table. */
export const hasTable = async (table: string) => (await fetch(`/api/tables/${table}/drawing?at=0`)).status !== 404;

async function post<T>(path: string, language: Language, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const answer = await ask(`${path}?language=${language}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

export const createTable = (wanted: TableWanted, language: Language) =>
  post<TableMade>("/api/tables", language, wanted);
export const readOpening = (brought: OpeningBrought, language: Language) =>
  post<OpeningRead>("/api/read", language, brought);
export const openGame = (brought: OpeningBrought, language: Language) =>
  post<TableMade>("/api/opened", language, brought);
export const getEditor = (spec: string, position: string | null, language: Language) =>
  get<EditorInfo>("/api/editor", { spec, language, ...(position ? { position } : {}) });
export const readEdited = (edited: EditedPosition, language: Language) =>
  post<PositionEdited>("/api/edited", language, edited);
export const issueCode = (held: SeatHeld, language: Language) => post<CodeIssued>("/api/codes", language, held);
export const joinByCode = (code: string, language: Language) => post<SeatHeld>("/api/joined", language, { code });
