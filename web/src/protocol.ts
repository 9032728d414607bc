// The types of all that page and server send each other. Made by scripts/make_types.py; not to be edited.

export interface AddressNamed {
  address: string;
}

export interface Analyse {
  type: "analyse";
  id: string;
}

export interface Analysed {
  type: "analysed";
  moves: Judged[];
  done: boolean;
}

export interface Answer {
  type: "answer";
  id: string;
  at: number;
  seat: number;
  accept: boolean;
}

export interface Art {
  name: string;
  symbol: string;
}

export interface Balance {
  game: string;
  title: string;
  variants: VariantBalance[];
}

export interface BalanceGroup {
  group: string;
  seats: SeatShare[];
  command: string;
}

export interface BlockWanted {
  seat: number;
  blocked?: boolean;
}

export interface BotClock {
  kind: "none" | "rules" | "move" | "fischer" | "days";
  least: number;
}

export interface BotListed {
  name: string;
  owner: string | null;
  specs: string[];
  clocks: BotClock[];
  free: boolean;
}

export interface Busy {
  type: "busy";
  level: number;
  seconds: number;
  usual: number;
}

export interface CaptionInfo {
  move: number;
  text: string;
}

export interface Changes {
  gone?: number[];
  come?: ([number, Piece])[];
  others?: Record<string, unknown>;
}

export interface ChannelInfo {
  id: string;
  kind: "webhook" | "push";
  label: string;
  created: number;
  paused: boolean;
}

export interface Channels {
  key: string;
  channels: ChannelInfo[];
}

export interface Clause {
  clause: string;
  text: string;
  applies: boolean;
  aim: boolean;
}

export interface ClockLeft {
  seat: number;
  seconds: number;
  running: boolean;
}

export interface ClockWanted {
  kind: "none" | "rules" | "move" | "fischer" | "days";
  seconds?: number;
  added?: number;
}

export interface Clocks {
  type: "glasses";
  glasses: Hourglass[];
}

export interface CodeEntered {
  code: string;
}

export interface CodeGiven {
  code: string;
}

export interface CodeIssued {
  code: string;
  minutes: number;
}

export interface CounterInfo {
  name: string;
  title: string;
  lowest: number;
  highest: number;
  kind: "number" | "point";
}

export interface Crowd {
  here: number;
  playing: number;
}

export interface Cup {
  info: CupInfo;
  people: string[];
  groups: CupGroup[];
  mine: string[];
}

export interface CupEntrant {
  name: string;
  level: number | null;
  mine: boolean;
  place: number;
  points: number;
  played: number;
}

export interface CupGameShown {
  table: string;
  entrants: number[];
  share: number | null;
}

export interface CupGroup {
  entrants: CupEntrant[];
  games: CupGameShown[];
}

export interface CupInfo {
  id: string;
  game: string;
  title: string;
  days: number;
  begins: number;
  ends: number;
  begun: boolean;
  closed: boolean;
  people: number;
  entered: boolean;
}

export interface CupMade {
  id: string;
}

export interface CupWanted {
  spec: string;
  days: number;
  begins_in: number;
  lasts: number;
}

export interface Description {
  pieces: Piece[];
  turn: number | null;
  winners?: number[];
  decisive?: string[];
  counts?: Record<string, number | number[]>;
  shelves?: Record<string, Thing[][]>;
  tasks?: Saying[];
  notes?: Saying[];
  shown?: Shown | null;
  meter?: Meter | null;
  sheet?: Score[];
  sides?: string[];
  scene?: string;
  secret?: boolean;
}

export interface Displayed {
  type: "displayed";
  at: number;
}

export interface EditedPosition {
  spec: string;
  pieces: Record<string, string>;
  turn: number;
  numbers: Record<string, number>;
}

export interface EditorInfo {
  kinds: string[];
  points: string[];
  fixed: Piece[];
  counters: CounterInfo[];
  roles: string[];
  edited: EditedPosition;
}

export interface End {
  winners: number[];
  scores: number[];
  clause: string | null;
  text: string;
}

export interface Explain {
  type: "explain";
  id: string;
  at: number;
  seat: number;
}

export interface Explained {
  type: "explained";
  id: string;
  words: string[];
}

export interface Explore {
  type: "explore";
  id: string;
  at: number;
  line?: string[];
}

export interface Explored {
  type: "explored";
  id: string;
  at: number;
  line: string[];
  drawing: Description;
  seat: number | null;
  known: boolean;
  moves: RatedMove[];
  played: PlayedMove[];
}

export interface Failed {
  type: "failed";
  id: string | null;
  key: string;
  text: string;
}

export interface FirstGameInfo {
  spec: string;
  position: string;
  seat: number;
  seats: number;
  minutes: number;
  text: string;
  rules: IntroductionInfo[];
}

export interface Fitting {
  variant: Variant;
  clashes: Record<string, Record<string, string>>;
}

export interface Foreseen {
  pieces?: Piece[];
  gained?: string[];
  attacks?: ([string, string])[];
}

export interface FormerSeats {
  tables?: Record<string, unknown>;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  players: string;
  minutes: string;
  length: "quick" | "medium" | "long";
  options: OptionInfo[];
  engines: string[];
  drawn: boolean;
  lessons: number;
  puzzles: number;
  first_minutes: number | null;
  watched: boolean;
}

export interface GamePlayed {
  table: string | null;
  spec: string;
  title: string;
  ended: number;
  seat: string;
  result: "won" | "drawn" | "lost";
  place: number;
  left: boolean;
  rated: boolean;
  opponents: Opponent[];
}

export interface GamesPlayed {
  games: GamePlayed[];
  next: string | null;
}

export interface Greet {
  type: "greet";
  id: string;
  seat: number;
  greeting: "good-bye" | "good-luck" | "hello" | "one-moment" | "thanks" | "well-played";
}

export interface Greeted {
  type: "greeted";
  seat: number;
  greeting: "good-bye" | "good-luck" | "hello" | "one-moment" | "thanks" | "well-played";
}

export interface Guess {
  seat: number;
  action: string;
}

export interface GuideInfo {
  aim: string[];
  text: string;
  pictures: GuidePicture[];
}

export interface GuidePicture {
  text: string;
  clauses: string[];
}

export interface Health {
  version: string;
  stores: boolean;
  thinks: boolean;
}

export interface Hello {
  type: "hello";
  after?: number;
  language?: "en" | "fr" | "it";
  thinking?: boolean;
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
  gesture: string[];
  reason: string;
  clause: string | null;
  others: Suggestion[];
}

export interface Hold {
  type: "hold";
  secrets: string[];
}

export interface Hourglass {
  seat: number;
  name: string;
  left_ms: number;
  full_ms: number;
  begun_ms: number;
  clause: string;
  running: boolean;
  wait_ms: number;
  vacation_ms: number | null;
}

export interface IntroductionInfo {
  clause: string;
  text: string;
  rule: string;
  choice: string | null;
  move: string | null;
  turn: number | null;
  told: "" | "refusal" | "story";
  picture: number | null;
}

export interface Invitation {
  table: string;
  token: string;
}

export interface InvitationMade {
  token: string;
}

export interface Item {
  name: string;
  symbol: string;
  box: [number, number, number, number];
  text: string;
  forms: Record<string, ([number, number])[]>;
  area: [number, number, number, number] | null;
  row: string;
}

export interface Judged {
  number: number;
  seat: number;
  value: number;
  values: (number | null)[];
  verdict: "best" | "blunder" | "equal" | "good" | "inaccuracy" | "mistake" | "unknown";
  mark: string;
  loss: number;
  best: string;
  words: string;
  reason: string;
  line: string[];
  better: string[];
  played: string[];
  proven: boolean;
  wins_in: number | null;
  settled: boolean;
  threw: "draw" | "win" | null;
}

export interface KeyInfo {
  id: string;
  kind: "browser" | "sheet" | "passkey" | "token" | "email";
  label: string;
  created: number;
  used: number;
  here: boolean;
}

export interface LessonClause {
  clause: string;
  text: string;
}

export interface LessonInfo {
  spec: string;
  task: string;
  found: string;
  clauses: LessonClause[];
  around: string[];
}

export interface Limit {
  key: string;
  seconds: number;
}

export interface Line {
  ends: [string, string];
  path: string;
  both: boolean;
}

export interface Lobby {
  type: "lobby";
  waiting: Record<string, TableOffered>;
  playing: Record<string, TableShown>;
  crowds: Record<string, Crowd>;
  now: number;
}

export interface LobbyChanged {
  type: "changed";
  waiting: Record<string, TableOffered | null>;
  playing: Record<string, TableShown | null>;
  crowds: Record<string, Crowd | null>;
}

export interface Look {
  type: "look";
  id: string;
  at: number;
  count?: number;
}

export interface Me {
  name: string | null;
  kept: boolean;
  passkeys: string;
}

export interface Measures {
  under_right: number;
  under_down: number;
  pile: number;
  badge_right: number;
  badge_down: number;
  badge: number;
  badge_least: number;
  badge_edge: number;
  badge_text: number;
  badge_baseline: number;
  load: number;
  load_out: number;
  load_apart: number;
  left_right: number;
  left_down: number;
  decisive: number;
}

export interface Meter {
  saying: Saying;
  left: number;
  of: number;
  less?: ScoreLine[];
  ends?: string;
}

export interface MistakeShown {
  table: string | null;
  title: string;
  number: number;
  action: string;
  best: string;
  loss: number;
}

export interface Moved {
  type: "moved";
  answers: string | null;
  glasses: Hourglass[];
  since: number;
  seq: number;
  waiting: number[];
  undoes: number[];
  changes: Changes;
  choices: Record<string, PackedChoice[]>;
  events: TableEvent[];
  frame: TableFrame | null;
}

export interface Name {
  type: "name";
  id: string;
  seat: number;
  name: string;
}

export interface NameWanted {
  name: string;
}

export interface NoticeWanted {
  table: string;
  address: string;
}

export interface NoticesOffered {
  offered: boolean;
}

export interface OfferBegun {
  type: "begun";
  secret: string;
  table: string;
}

export interface OfferDraw {
  type: "offer-draw";
  id: string;
  at: number;
  seat: number;
}

export interface OfferEnded {
  type: "ended";
  secret: string;
}

export interface OfferHeld {
  secret: string;
}

export interface OfferHints {
  type: "offer-hints";
  id: string;
  at: number;
  seat: number;
}

export interface OfferMade {
  secret: string;
  table: string | null;
}

export interface OfferTalk {
  type: "offer-talk";
  id: string;
  at: number;
  seat: number;
}

export interface OfferWaits {
  type: "waits";
  secret: string;
  table: string;
}

export interface OfferWanted {
  games: string[];
  clocks: ClockWanted[];
  name?: string;
  computers?: boolean;
  listed?: boolean;
  rated?: boolean;
}

export interface OfferedClock {
  kind: string;
  seconds: number;
  added: number;
}

export interface OpeningBrought {
  text: string;
  spec?: string | null;
}

export interface OpeningRead {
  spec: string;
  position: string;
  moves: number;
}

export interface Opponent {
  name: string;
  player: string | null;
  known: boolean;
}

export interface OptionInfo {
  name: string;
  title: string;
  default: string;
  values: Record<string, string>;
  lowest: number | null;
  highest: number | null;
  first: boolean;
}

export interface OwnOffer {
  id: string;
  table: string;
  games: string[];
}

export type PackedChoice = [string, string[], string, Record<string, string[]>];

export interface PasskeyAnswer {
  answer: Record<string, unknown>;
}

export interface PasskeyOptions {
  options: Record<string, unknown>;
}

export interface Past {
  type: "past";
  events: TableEvent[];
}

export interface Pause {
  type: "pause";
  paused: boolean;
}

export interface PhaseSolved {
  there: boolean;
  seconds: number;
  megabytes: number;
}

export interface Piece {
  kind: string;
  point: string;
  seat?: number | null;
  count?: number;
  depth?: number;
  id?: number;
  covers?: string[];
  marks?: string[];
  load?: string[];
  left?: number | null;
}

export interface PieceArt {
  name: string;
  symbol: string;
  size: number;
  over: string | null;
  layer: number;
  still: boolean;
  thrown: boolean;
}

export interface Ping {
  type: "ping";
}

export interface Place {
  name: string;
  price: number | null;
  marks: string[];
  barred: string | null;
  discount: number;
  row: string;
  idle: boolean;
  reason: Saying | null;
}

export interface Play {
  type: "play";
  id: string;
  at: number;
  seat: number;
  action: string;
  then?: string[];
  sure?: boolean;
}

export interface PlayedMove {
  action: string;
  words: string;
  games: number;
  share: number;
}

export interface PlayerSeen {
  kind: "here" | "invited" | "computer";
  name: string;
  level: number | null;
  engine: string | null;
  role: string;
}

export interface PlayerWanted {
  kind: "here" | "invited" | "computer";
  name?: string;
  level?: number;
  engine?: string;
  bot?: string;
  coached?: boolean;
}

export interface Pong {
  type: "pong";
}

export interface PositionEdited {
  position: string;
  drawing: Description;
}

export interface Preparing {
  type: "preparing";
  done: number;
  total: number;
}

export interface Present {
  type: "present";
  seats: number[];
  watching: number;
}

export interface Profile {
  name: string | null;
  games: number;
  variants: VariantPlayed[];
  mistakes: MistakeShown[];
}

export interface PushWanted {
  endpoint: string;
  p256dh: string;
  auth: string;
  language?: "en" | "fr" | "it";
}

export interface PuzzleInfo {
  spec: string;
  task: string;
  found: string;
  grade: number;
  distance: number | null;
  clauses: string[];
}

export interface RatedMove {
  action: string;
  words: string;
  gesture: string[];
  value: "draw" | "loss" | "win";
  distance: number | null;
  errors: number;
  replies: number;
}

export interface RatingShown {
  points: number;
  low: number;
  high: number;
  provisional: boolean;
  games: number;
}

export interface Recount {
  type: "recount";
  id: string;
  at: number;
}

export interface Recounted {
  type: "recounted";
  id: string;
  drawing: Description;
  shots: Shot[];
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

export interface ReportWanted {
  seat: number;
  text?: string;
}

export interface RequestRefused {
  error: string;
  detail: string;
  limit: Limit | null;
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
  told: string;
  way: string[];
}

export interface Saying {
  say: string;
  values?: Record<string, string | number>;
  items?: Record<string, string>;
  seat?: number | null;
  seats?: number[];
  points?: string[];
  soft?: boolean;
}

export interface Score {
  lines: ScoreLine[];
  total: number;
}

export interface ScoreLine {
  saying: Saying;
  worth: number;
}

export interface Seal {
  digest: string;
  nonce: string | null;
}

export interface SeatAnswer {
  state: "taken" | "own" | "used" | "again";
  seats: number[];
}

export interface SeatNamed {
  seat: number;
}

export interface SeatShare {
  seat: number;
  name: string;
  games: number;
  share: number;
  low: number;
  high: number;
}

export interface SeatWanted {
  game?: string | null;
  clock?: ClockWanted | null;
  name?: string;
  computers?: boolean;
  listed?: boolean;
}

export interface SeatsBlocked {
  people: number[];
  blocked: number[];
}

export interface Seen {
  type: "seen";
  id: string;
  at: number;
  drawings: Description[];
}

export interface Series {
  clause: string;
  number: number;
  won: number[];
  drawn: number;
  end: End | null;
}

export interface SheetPrinted {
  code: string;
}

export interface Shelf {
  key: string;
  title: string;
  look: "cards" | "supply" | "row" | "labels" | "track" | "figures";
  by_seat: boolean;
}

export interface Shot {
  saying: Saying;
  clause: string;
  chapter: Saying | null;
  changes: Changes;
}

export interface Shown {
  item: string;
  points: string[];
  id: number;
}

export interface Sitting {
  kind: "computer" | "here" | "invited";
  name: string;
  level: number | null;
  engine: string | null;
  coached: boolean;
  free: boolean;
  bot: boolean;
}

export interface SolvedInfo {
  solvable: boolean;
  movement: PhaseSolved | null;
  placement: PhaseSolved | null;
  command: string;
  offered: boolean;
  building: number | null;
  waits: boolean;
  failed: boolean;
}

export interface SolvingWanted {
  spec: string;
}

export interface Spoken {
  number: number;
  seat: number;
  to: number | null;
  text: string;
}

export interface Stage {
  picture: string;
  box: [number, number, number, number];
  points: Record<string, [number, number]>;
  radius: number;
  symbol_radius: number;
  colours: Record<string, string>;
  pieces: Record<string, PieceArt>;
  marks: Record<string, Art>;
  trays: Tray[];
  tallies: Tally[];
  lines: Line[];
  spots: Record<string, [number, number]>;
  names: Record<string, string>;
  grounds: Record<string, string>;
  outline: string | null;
  tints: string[];
  items: Record<string, Item>;
  shelves: Shelf[];
  sayings: Record<string, string>;
  turns: boolean;
  far: number[];
  owner: string | null;
  by_touch: boolean;
  layout: "board" | "shelves" | "plan";
  supposes: boolean;
  measures: Measures;
}

export interface Standing {
  game: string;
  title: string;
  players: PlayerSeen[];
  waiting: number[];
  clocks: ClockLeft[];
  moves: number;
  over: boolean;
  winners: number[];
  end: string;
  score: number[] | null;
  next: string | null;
}

export interface Study {
  spec: string;
  title: string;
  record: string;
  parts: Record<string, unknown>;
  names: string[];
  roles: string[];
  drawing: Description;
  moves: StudyMove[];
}

export interface StudyAsked {
  spec: string;
  start?: string | null;
  line: string[];
  seat?: number | null;
  touched?: string[];
  language?: "en" | "fr" | "it";
}

export interface StudyBrought {
  record: string;
  language?: "en" | "fr" | "it";
}

export interface StudyChoice {
  action: string;
  gesture: string[];
  words: string;
  preview: Record<string, string[]>;
}

export interface StudyChoices {
  seat: number | null;
  waiting: number[];
  chance: boolean;
  position: string | null;
  choices: StudyChoice[];
}

export interface StudyMove {
  parent: number | null;
  step: string;
  who: string;
  words: string;
  way: string[];
  comment: string;
  turn: string;
  changes: Changes;
}

export interface Suggestion {
  action: string;
  words: string;
  gesture: string[];
  reason: string;
  clause: string | null;
}

export interface Suppose {
  type: "suppose";
  id: string;
  at: number;
  seat: number;
  guesses?: Guess[];
}

export interface Table {
  type: "table";
  players: Sitting[];
  asked: "draw" | "hints" | "talk" | "undo" | null;
  asking: number | null;
  agreed: number[];
  end: End | null;
  seed: string | null;
  next: string | null;
  series: Series | null;
  talks: number[];
  chat: "agreed" | "possible" | null;
  hints: boolean;
  seq: number;
  answers: string | null;
  game: string;
  title: string;
  language: string;
  mine: number[];
  roles: string[];
  aims: string[];
  hides: boolean;
  rated: boolean;
  waiting: number[];
  undoes: number[];
  drawing: Description;
  choices: Record<string, PackedChoice[]>;
  events: TableEvent[];
  seed_hash: string;
  ready: boolean;
  begun_by: number | null;
  glasses: Hourglass[];
}

export interface TableEvent {
  seq: number;
  kind: "action" | "agreed" | "ask" | "declined" | "draw" | "hints" | "left" | "named" | "next" | "replaced" | "resign" | "talk" | "undone" | "vacation" | "withdrawn";
  seat: number | null;
  said: Said | null;
  by: "clock" | "full" | null;
  seal: Seal | null;
  story: boolean;
}

export interface TableFrame {
  players: Sitting[];
  asked: "draw" | "hints" | "talk" | "undo" | null;
  asking: number | null;
  agreed: number[];
  end: End | null;
  seed: string | null;
  next: string | null;
  series: Series | null;
  talks: number[];
  chat: "agreed" | "possible" | null;
  hints: boolean;
}

export interface TableHeld {
  table: string;
  opened: number;
  seats: number[];
}

export interface TableMade {
  table: string;
  seats: number[];
  invitations: (string | null)[];
}

export interface TableOffered {
  table: string;
  games: string[];
  clocks: OfferedClock[];
  names: string[];
  seats: number;
  opened: number;
  filled: number | null;
  rated: boolean;
}

export interface TableShown {
  table: string;
  game: string;
  names: string[];
}

export interface TableWanted {
  spec: string;
  players: PlayerWanted[];
  lots?: boolean;
  several?: boolean;
  games?: number | null;
  opening?: string;
  rated?: boolean;
  clock?: ClockWanted | null;
}

export interface Talk {
  type: "talk";
  id: string;
  seat: number;
  text: string;
  to?: number | null;
}

export interface Talked {
  type: "talked";
  id: string | null;
  lines: Spoken[];
}

export interface Tally {
  count: string;
  name: string;
  of: number | string | null;
  seat: number | null;
  decides: boolean;
}

export interface Thing {
  item: string;
  count?: number | null;
  of?: number | null;
  state?: "now" | "done" | "active" | "out" | null;
  seats?: number[];
  counted?: boolean;
}

export interface Thinking {
  type: "thinking";
  seat: number;
  depth: number;
  nodes: number;
  value: number;
  line: string[];
}

export interface TokenInfo {
  id: string;
  label: string;
  scopes: ("read" | "play" | "open" | "bot")[];
  bot: string | null;
  created: number;
  used: number;
  until: number | null;
}

export interface TokenIssued {
  id: string;
  label: string;
  scopes: ("read" | "play" | "open" | "bot")[];
  bot: string | null;
  created: number;
  used: number;
  until: number | null;
  token: string;
}

export interface TokenShown {
  token: string;
}

export interface TokenWanted {
  label: string;
  scopes: ("read" | "play" | "open" | "bot")[];
  until?: number | null;
  bot?: string | null;
}

export interface Touch {
  type: "touch";
  id: string;
  at: number;
  seat: number;
  touched?: string[];
  rival?: number | null;
}

export interface Touched {
  type: "touched";
  id: string;
  places: Place[];
  sayings: Saying[];
  actions: string[];
  touched: string[];
  ways: PackedChoice[];
  foreseen: Foreseen | null;
}

export interface Tray {
  seat: number;
  kind: string;
  count: string;
  name: string;
  of: number | null;
  empty: string | null;
}

export interface Try {
  type: "try";
  id: string;
  at: number;
  seat: number;
  touched: string[];
}

export interface Undo {
  type: "undo";
  id: string;
  at: number;
  seat: number;
}

export interface VacationInfo {
  year: number;
  hours: number;
  left: number;
  on: boolean;
}

export interface VacationWanted {
  on: boolean;
}

export interface Variant {
  spec: string;
  options: Record<string, string>;
  roles: string[];
  several: string | null;
  edited: boolean;
  coached: boolean;
  lengths: number[];
}

export interface VariantBalance {
  spec: string;
  title: string;
  games: number;
  groups: BalanceGroup[];
}

export interface VariantPlayed {
  spec: string;
  title: string;
  games: number;
  won: number;
  drawn: number;
  lost: number;
  streak: number;
  rating: RatingShown | null;
  seats: SeatShare[];
}

export interface Vary {
  type: "vary";
  id: string;
  number: number;
}

export interface Warned {
  type: "warned";
  id: string;
  action: string;
  text: string;
  clause: string | null;
  points: string[];
  answer: boolean;
}

export interface WatchedGameInfo {
  spec: string;
  captions: CaptionInfo[];
}

export interface WebhookMade {
  channel: ChannelInfo;
  secret: string;
}

export interface WebhookWanted {
  url: string;
  language?: "en" | "fr" | "it";
}

export interface Whereabouts {
  shared: string[];
}

export type FromClient = Hello | Play | Touch | Try | Undo | OfferDraw | OfferHints | OfferTalk | Answer | Resign | Rematch | Hint | Analyse | Vary | Explore | Look | Recount | Suppose | Talk | Explain | Name | Greet | Displayed | Pause | Ping;

export type ToClient = Table | Moved | Clocks | Past | Refused | Warned | Failed | Hinted | Seen | Recounted | Talked | Explained | Touched | Thinking | Analysed | Explored | Busy | Preparing | Present | Greeted | Pong;

export type FromVisitor = Hold | Ping;

export type ToVisitor = Lobby | LobbyChanged | OfferWaits | OfferBegun | OfferEnded | Pong;

export type Language = "en" | "fr" | "it";
