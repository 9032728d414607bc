// The types of all that page and server tell each other. Made by scripts/make_types.py; not to be edited.

export interface Answer {
  type: "answer";
  id: string;
  at: number;
  seat: number;
  accept: boolean;
}

export interface Choice {
  action: string;
  words: string;
  gesture: string[];
}

export interface Clause {
  clause: string;
  text: string;
}

export interface End {
  winners: number[];
  scores: number[];
  clause: string | null;
  text: string;
}

export interface Event {
  seq: number;
  kind: string;
  seat: number | null;
  said: Said | null;
}

export interface Failed {
  type: "failed";
  id: string | null;
  text: string;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  players: string;
  minutes: string;
  options: OptionInfo[];
}

export interface Hello {
  type: "hello";
  tokens?: string[];
  after?: number;
  language?: "en" | "fr" | "it";
}

export interface Hint {
  type: "hint";
  id: string;
  seat: number;
}

export interface Hinted {
  type: "hinted";
  id: string;
  action: string;
  words: string;
}

export interface Line {
  ends: [string, string];
  path: string;
}

export interface MatchMade {
  match: string;
  tokens: (string | null)[];
}

export interface MatchWanted {
  spec: string;
  players: PlayerWanted[];
}

export interface OfferDraw {
  type: "offer-draw";
  id: string;
  at: number;
  seat: number;
}

export interface OptionInfo {
  name: string;
  title: string;
  default: string;
  values: Record<string, string>;
}

export interface PieceArt {
  name: string;
  symbol: string;
  size: number;
  over: string | null;
  layer: number;
  thrown: boolean;
}

export interface Ping {
  type: "ping";
}

export interface Play {
  type: "play";
  id: string;
  at: number;
  seat: number;
  action: string;
}

export interface PlayerWanted {
  kind: "here" | "invited" | "computer";
  name?: string;
}

export interface Pong {
  type: "pong";
}

export interface Preparing {
  type: "preparing";
  done: number;
  total: number;
}

export interface Refused {
  type: "refused";
  id: string;
  clause: string;
  text: string;
  rule: string;
}

export interface Rematch {
  type: "rematch";
  id: string;
  seat: number;
}

export interface Resign {
  type: "resign";
  id: string;
  seat: number;
}

export interface RulesText {
  title: string;
  clauses: Clause[];
}

export interface Said {
  action: string;
  words: string;
}

export interface Stage {
  picture: string;
  box: [number, number, number, number];
  points: Record<string, [number, number]>;
  radius: number;
  symbol_radius: number;
  colours: Record<string, string>;
  pieces: Record<string, PieceArt>;
  marks: Record<string, Symbol>;
  trays: Tray[];
  lines: Line[];
  names: Record<string, string>;
  outline: string | null;
}

export interface Symbol {
  name: string;
  symbol: string;
}

export interface Table {
  type: "table";
  seq: number;
  game: string;
  title: string;
  language: string;
  mine: number[];
  names: string[];
  roles: string[];
  waiting: number[];
  drawing: unknown;
  position: string | null;
  choices: Record<string, Choice[]>;
  asked: string | null;
  asking: number | null;
  end: End | null;
  events: Event[];
  seed_hash: string;
  seed: string | null;
  next: string | null;
  ready: boolean;
}

export interface Tray {
  seat: number;
  kind: string;
  count: string;
  name: string;
  of: string | null;
  empty: string | null;
}

export interface Undo {
  type: "undo";
  id: string;
  at: number;
  seat: number;
}

export interface Variant {
  spec: string;
  options: Record<string, string>;
  roles: string[];
}

export type FromClient = Hello | Play | Undo | OfferDraw | Answer | Resign | Rematch | Hint | Ping;

export type ToClient = Table | Refused | Failed | Hinted | Preparing | Pong;

export type Language = "en" | "fr" | "it";
