/** Parts of a table page, as snippets that a layout puts in their places. */
import type { Snippet } from "svelte";
import type { Session } from "../../session/session.svelte";

export interface Parts {
  session: Session;
  over: boolean; // whether the game is over
  studied: boolean; // whether it is over and its analysis is shown
  fills: boolean; // whether the board is a map that fills the page of a phone
  status: Snippet;
  scores: Snippet;
  last: Snippet; // the last move in words
  board: Snippet;
  messages: Snippet; // requests, warnings, refusals, and the item in hand
  choices: Snippet; // choices that are not on the board, where there is one column
  turn: Snippet; // decisions off the board
  notes: Snippet; // notes of the game about the position
  supplies: Snippet; // shelves that all players share, and the hand
  players: Snippet;
  actions: Snippet; // buttons for hint, take back, rules, resign
  reading: Snippet; // the way through the game and its verdicts, where there is one column
  explorer: Snippet; // values of all moves, where there is one column
  result: Snippet;
  log: Snippet;
  newcomers: Snippet; // invitations, and the question for a guest's name
  people: Snippet; // chat, greetings, e-mail
  study: Snippet; // the analysis of a finished game
  more: Snippet; // luck, score sheet, thoughts of the computer
}
