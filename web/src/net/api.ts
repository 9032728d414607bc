/** HTTP API client: all requests of the page except the WebSocket. */
import type {
  Balance,
  GamesPlayed,
  Profile,
  BlockWanted,
  BotListed,
  Fitting,
  CodeIssued,
  Cup,
  CupInfo,
  CupMade,
  CupWanted,
  FirstGameInfo,
  FormerSeats,
  GameInfo,
  GuideInfo,
  Invitation,
  InvitationMade,
  EditedPosition,
  EditorInfo,
  Language,
  NoticesOffered,
  OfferHeld,
  OfferMade,
  OfferWanted,
  OwnOffer,
  NoticeWanted,
  KeyInfo,
  LessonInfo,
  Me,
  TableMade,
  TableWanted,
  OpeningBrought,
  OpeningRead,
  PasskeyAnswer,
  PasskeyOptions,
  PositionEdited,
  PuzzleInfo,
  ReportWanted,
  RulesText,
  SeatAnswer,
  SheetPrinted,
  SeatWanted,
  SeatsBlocked,
  SolvedInfo,
  Stage,
  Standing,
  Study,
  StudyAsked,
  StudyChoices,
  TableHeld,
  VacationInfo,
  VacationWanted,
  ChannelInfo,
  Channels,
  PushWanted,
  WebhookMade,
  WebhookWanted,
  WatchedGameInfo,
  Whereabouts,
} from "../protocol";
import { at } from "./base";

/** An error answer, with the reason in the reader's language, if there is one. */
export class Trouble extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function ask(path: string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(at(path), init);
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
/** All games, also those that are played in the terminal only, because a page cannot draw them. */
export const getGames = (language: Language) => get<GameInfo[]>("/api/games", { language });
/** The games that a page can draw. */
export const getDrawnGames = async (language: Language) => (await getGames(language)).filter(({ drawn }) => drawn);
/** Resolve a request about a game; where it fails because the game is unknown, the error has the status 404. */
export const ofGame = <T>(game: string, language: Language, asked: Promise<T>): Promise<T> =>
  asked.catch(async (error: unknown) => {
    const known = (await getGames(language)).some(({ name }) => name === game);
    throw known ? error : new Trouble(404, "");
  });
export const getFitting = (spec: string, kept: string, language: Language) =>
  get<Fitting>("/api/fitting", { spec, kept, language });
export const getLessons = (game: string, language: Language) =>
  get<LessonInfo[]>(`/api/games/${encodeURIComponent(game)}/lessons`, { language });
export const lessonAt = (game: string, step: number) => `/api/games/${encodeURIComponent(game)}/lessons/${step}/socket`;
export const getPuzzles = (game: string, language: Language) =>
  get<PuzzleInfo[]>(`/api/games/${encodeURIComponent(game)}/puzzles`, { language });
export const puzzleAt = (game: string, number: number) =>
  `/api/games/${encodeURIComponent(game)}/puzzles/${number}/socket`;
/** Where a move of a game that is over is tried again. */
export const retryAt = (table: string, number: number) => `/api/tables/${table}/moves/${number}/socket`;
/** The first game of a long game, for newcomers. */
export const getFirstGame = (game: string, language: Language) =>
  get<FirstGameInfo>(`/api/games/${encodeURIComponent(game)}/first`, { language });
/** A game to watch: its captions, the path of its socket, and the record of its first moves. */
export const getWatchedGame = (game: string, language: Language) =>
  get<WatchedGameInfo>(`/api/games/${encodeURIComponent(game)}/watch`, { language });
export const watchAt = (game: string) => `/api/games/${encodeURIComponent(game)}/watch/socket`;
export const getWatchedRecord = async (game: string, moves: number) =>
  (await ask(`/api/games/${encodeURIComponent(game)}/watch/record?moves=${moves}`)).text();
export const getGuide = (game: string, language: Language) =>
  get<GuideInfo>(`/api/games/${encodeURIComponent(game)}/guide`, { language });
export const guidePictureOf = (game: string, number: number, language: Language) =>
  at(`/api/games/${encodeURIComponent(game)}/guide/${number}?language=${language}`);
export const getRules = (spec: string, language: Language) => get<RulesText>("/api/rules", { spec, language });
/** The stage of a game in the board and pieces that the reader has chosen. */
export const getStage = (spec: string, language: Language, dress: { board: string; pieces: string }, scene = "") =>
  get<Stage>("/api/stage", { spec, language, board: dress.board, pieces: dress.pieces, ...(scene ? { scene } : {}) });
const recordIn = (table: string, language: Language, moves: number | null) =>
  `/api/tables/${table}/record?language=${language}${moves === null ? "" : `&moves=${moves}`}`;
export const recordOf = (table: string, language: Language, moves: number | null = null) =>
  at(recordIn(table, language, moves));
export const getRecord = async (table: string, language: Language, moves: number | null = null) =>
  (await ask(recordIn(table, language, moves))).text();
export const getPosition = async (table: string) => (await ask(`/api/tables/${table}/position`)).text();
export const pictureOf = (spec: string, position: string | null = null) =>
  at(`/api/picture?${new URLSearchParams({ spec, ...(position ? { position } : {}) }).toString()}`);
export const pictureOfPuzzle = (game: string, number: number) =>
  at(`/api/games/${encodeURIComponent(game)}/puzzles/${number}/picture`);
/** Whether the server knows a table. */
export const hasTable = async (table: string) => (await fetch(at(`/api/tables/${table}/drawing?at=0`))).status !== 404;

export const pictureOfTable = (table: string, moves = 0) => at(`/api/tables/${table}/picture?moves=${moves}`);
export const getStanding = (table: string, language: Language) =>
  get<Standing>(`/api/tables/${table}/standing`, { language });
/** The addresses of the server in the local network, if it lets that in. */
export const getShared = async () => (await get<Whereabouts>("/api/whereabouts")).shared;

/** The tables at which this person has seats; the server knows the person by a cookie. */
export const getOwnTables = () => get<TableHeld[]>("/api/me/tables");
export async function hideTable(table: string): Promise<void> {
  await ask(`/api/me/tables/${table}`, { method: "DELETE" });
}
/** Bind the seats of a browser of a former version to this person. */
export async function bindFormer(former: FormerSeats): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await ask("/api/browser/seats", { method: "POST", headers, body: JSON.stringify(former) });
}

async function post<T>(path: string, language: Language, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const answer = await ask(`${path}?language=${language}`, { method: "POST", headers, body: JSON.stringify(body) });
  return (await answer.json()) as T;
}

/** The person of this browser. */
export const getMe = () => get<Me>("/api/me");
/** Keep a name, change it, or free it if it is empty. */
export const keepName = (name: string, language: Language) => post<Me>("/api/me/name", language, { name });
/** Where the server tells of a person by name, or of that of this browser. */
const personAt = (name: string | null) => (name === null ? "/api/me" : `/api/people/${encodeURIComponent(name)}`);
export const getProfile = (name: string | null, language: Language) =>
  get<Profile>(name === null ? "/api/me/profile" : personAt(name), { language });
/** Finished games, the newest first, from a page on. */
export const getGamesPlayed = (name: string | null, before: string | null, language: Language) =>
  get<GamesPlayed>(`${personAt(name)}/games`, { language, ...(before ? { before } : {}) });
/** The shares of the win by seat in the games that were played here. */
export const getBalance = (game: string, language: Language) =>
  get<Balance>(`/api/balance/${encodeURIComponent(game)}`, { language });

/** A code that makes another browser a device of this person. */
export const issueDeviceCode = (language: Language) => post<CodeIssued>("/api/me/codes", language, {});
/** Make this browser a device of the person whose code it is. */
export const enterCode = (code: string, language: Language) => post<Me>("/api/me/entered", language, { code });
export const printSheet = (language: Language) => post<SheetPrinted>("/api/me/sheet", language, {});
export const getKeys = () => get<KeyInfo[]>("/api/me/keys");
export const askForPasskey = (language: Language) => post<PasskeyOptions>("/api/me/passkeys/options", language, {});
export const askToEnter = (language: Language) => post<PasskeyOptions>("/api/me/passkeys/asked", language, {});
/** Come in as the person of a passkey, by the browser's answer. */
export const showPasskey = (answer: PasskeyAnswer, language: Language) =>
  post<Me>("/api/me/passkeys/shown", language, answer);
export async function registerPasskey(answer: PasskeyAnswer, language: Language): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const path = `/api/me/passkeys/made?language=${language}`;
  await ask(path, { method: "POST", headers, body: JSON.stringify(answer) });
}
export async function revokeKey(id: string): Promise<void> {
  await ask(`/api/me/keys/${encodeURIComponent(id)}`, { method: "DELETE" });
}

/** Erase the person of this browser for ever. */
export const getChannels = () => get<Channels>("/api/me/channels");
export const addWebhook = (wanted: WebhookWanted, language: Language) =>
  post<WebhookMade>("/api/me/channels/webhooks", language, wanted);
export const addPush = (wanted: PushWanted, language: Language) =>
  post<ChannelInfo>("/api/me/channels/push", language, wanted);
export async function removeChannel(id: string): Promise<void> {
  await ask(`/api/me/channels/${id}`, { method: "DELETE" });
}
export const getVacation = () => get<VacationInfo>("/api/me/vacation");
export const turnVacation = (wanted: VacationWanted, language: Language) =>
  post<VacationInfo>("/api/me/vacation", language, wanted);
export async function eraseMe(): Promise<void> {
  await ask("/api/me", { method: "DELETE" });
}

/** Open a table to everyone, or take a seat at one that waits and fits. */
export const makeOffer = (wanted: OfferWanted, language: Language) => post<OfferMade>("/api/lobby", language, wanted);
export const takeSeat = (table: string, wanted: SeatWanted, language: Language) =>
  post<OfferMade>(`/api/lobby/${table}`, language, wanted);
export const getOwnOffers = () => get<OwnOffer[]>("/api/me/offers");
export async function withdrawOwnOffer(id: string): Promise<void> {
  await ask(`/api/me/offers/${id}`, { method: "DELETE" });
}
export async function withdrawOffer(held: OfferHeld): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await ask("/api/lobby/offers/withdrawn", { method: "POST", headers, body: JSON.stringify(held) });
}

/** The other people at a table, by seat, and those whom the player has blocked. */
export const getBlocked = (table: string) => get<SeatsBlocked>(`/api/tables/${table}/blocks`);
async function tell(path: string, language: Language, body: unknown): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await ask(`${path}?language=${language}`, { method: "POST", headers, body: JSON.stringify(body) });
}
export const setBlocked = (table: string, wanted: BlockWanted, language: Language) =>
  tell(`/api/tables/${table}/blocks`, language, wanted);
export const reportSeat = (table: string, wanted: ReportWanted, language: Language) =>
  tell(`/api/tables/${table}/reports`, language, wanted);

/** The connected bots that play a variant. */
export const getBots = (spec: string) => get<BotListed[]>("/api/bots", { spec });
export const createTable = (wanted: TableWanted, language: Language) =>
  post<TableMade>("/api/tables", language, wanted);
export const readOpening = (brought: OpeningBrought, language: Language) =>
  post<OpeningRead>("/api/read", language, brought);
export const openGame = (brought: OpeningBrought, language: Language) =>
  post<TableMade>("/api/opened", language, brought);
export const getCups = (language: Language) => get<CupInfo[]>("/api/cups", { language });
export const getCup = (id: string, language: Language) => get<Cup>(`/api/cups/${id}`, { language });
export const openCup = (wanted: CupWanted, language: Language) => post<CupMade>("/api/cups", language, wanted);
export async function enterCup(id: string, language: Language): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await ask(`/api/cups/${id}/entry?language=${language}`, { method: "POST", headers, body: "{}" });
}
export async function leaveCup(id: string, language: Language): Promise<void> {
  await ask(`/api/cups/${id}/entry?language=${language}`, { method: "DELETE" });
}
export const readStudy = (record: string, language: Language) =>
  post<Study>("/api/study", language, { record, language });
export const getStudyChoices = (asked: StudyAsked & { language: Language }) =>
  post<StudyChoices>("/api/study/choices", asked.language, asked);
/** The replay of a record as an HTML file. */
export async function getReplay(record: string, language: Language): Promise<Blob> {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ record, language });
  return (await ask(`/api/replay?language=${language}`, { method: "POST", headers, body })).blob();
}
export const getEditor = (spec: string, position: string | null, language: Language) =>
  get<EditorInfo>("/api/editor", { spec, language, ...(position ? { position } : {}) });
export const readEdited = (edited: EditedPosition, language: Language) =>
  post<PositionEdited>("/api/edited", language, edited);
export const issueCode = (shown: Invitation, language: Language) => post<CodeIssued>("/api/codes", language, shown);
/** Take the seat of an invitation. */
export const acceptInvitation = (table: string, token: string, language: Language) =>
  post<SeatAnswer>(`/api/tables/${table}/seat`, language, { token });
/** A new invitation to a seat, in place of the one before. */
export const renewInvitation = async (table: string, seat: number, language: Language) =>
  (await post<InvitationMade>(`/api/tables/${table}/invitation`, language, { seat })).token;
/** Whether the server sends e-mails to players at tables with days per move. */
/** Have an e-mail sent that adds an address to the person, or one by which its person comes in. */
export async function sendWayIn(purpose: "add" | "enter", address: string, language: Language): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const path = purpose === "add" ? "/api/me/mail" : "/api/me/mail/asked";
  await ask(`${path}?language=${language}`, { method: "POST", headers, body: JSON.stringify({ address }) });
}
export const areLettersOffered = async () => (await get<NoticesOffered>("/api/notices", {})).offered;
export const askForLetters = (wanted: NoticeWanted, language: Language) =>
  post<NoticesOffered>("/api/notices", language, wanted);
/** The solved tables of a variant. */
export const getSolved = (spec: string, language: Language) => get<SolvedInfo>("/api/solved", { spec, language });
export const solve = (spec: string, language: Language) => post<SolvedInfo>("/api/solved", language, { spec });
export const joinByCode = (code: string, language: Language) => post<Invitation>("/api/joined", language, { code });
