// Player of a replay: shows the positions of a document and leads from one to the next. It knows no rules.
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const FLIGHT = 260; // milliseconds for a piece to move
  const PAUSE = 1400; // milliseconds between moves while playing
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let game;
  let words;
  let at = 0;
  let timer = 0;
  const children = [];
  const states = []; // by position, made when needed: pieces as numbers, and the numbers of its texts
  const buttons = [];

  async function read() {
    const packed = Uint8Array.from(atob($("game").textContent), (letter) => letter.charCodeAt(0));
    const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return JSON.parse(await new Response(plain).text());
  }

  function state(number) {
    if (states[number]) return states[number];
    const way = [];
    for (let each = number; each !== undefined && !states[each]; each = game.moves[each].from) way.unshift(each);
    for (const each of way) {
      const move = game.moves[each];
      const before = states[move.from] ?? { pieces: [] };
      const gone = new Set(move.gone ?? []);
      const pieces = before.pieces.filter((_, place) => !gone.has(place));
      for (const [place, piece] of move.come ?? []) pieces.splice(place, 0, piece);
      const { board, sides, rings, turn } = { ...before, ...move };
      states[each] = { board, sides, rings, turn, pieces };
    }
    return states[number];
  }

  function drawn(content) {
    const group = document.createElementNS(SVG, "g");
    group.innerHTML = content;
    return group;
  }

  function show(number, moving = false) {
    const [before, move] = [state(at), game.moves[number]];
    at = number;
    const now = state(number);
    const box = game.boxes[now.board];
    if (box && (!moving || before.board !== now.board || !$("ground").firstChild)) {
      $("board").setAttribute("viewBox", box.slice(0, 4).join(" "));
      $("ground").innerHTML = game.texts[now.board];
    }
    const order = now.pieces.map((piece) => game.pieces[piece]).sort((one, other) => one[0] - other[0]);
    $("pieces").replaceChildren(...order.map((piece) => drawn(piece[4])));
    const had = move.from === undefined ? [] : state(move.from).pieces;
    const come = (move.come ?? []).map(([, piece]) => game.pieces[piece]);
    const gone = (move.gone ?? []).map((place) => game.pieces[had[place]]);
    light(number === 0 ? [] : [...come, ...gone].filter((piece) => piece[3]));
    if (moving && !still.matches) for (const piece of come) fly(piece, gone, order);
    $("rings").innerHTML = game.texts[now.rings];
    $("sides").replaceChildren(...game.texts[now.sides].split("\n").map((line) => made("li", line)));
    const text = move.from === undefined ? words.start : [move.who, move.words].filter(Boolean).join(": ");
    $("told").replaceChildren(made("strong", text), " ", game.texts[now.turn]);
    if (move.comment) $("told").append(made("em", move.comment));
    $("first").disabled = $("back").disabled = at === 0;
    $("forward").disabled = $("last").disabled = $("play").disabled = children[at].length === 0;
    for (const button of buttons) button?.removeAttribute("aria-current");
    buttons[at]?.setAttribute("aria-current", "true");
    const list = $("moves");
    if (buttons[at]) {
      const [inner, outer] = [buttons[at].getBoundingClientRect(), list.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom) list.scrollTop += inner.top - outer.top - outer.height / 2;
    } else list.scrollTop = 0;
  }

  /** Rings where something has changed. */
  function light(pieces) {
    const radius = game.boxes[state(at).board]?.[4] ?? 0;
    const places = new Set(pieces.map(([, x, y]) => `${x},${y}`));
    const rings = [...places].slice(0, 8).map((place) => {
      const ring = document.createElementNS(SVG, "circle");
      const [x, y] = place.split(",");
      for (const [name, value] of Object.entries({ class: "lit", cx: x, cy: y, r: radius })) ring.setAttribute(name, value);
      return ring;
    });
    $("lit").replaceChildren(...rings);
  }

  function fly(piece, gone, order) {
    const from = piece[3] && gone.find((other) => other[3] === piece[3]);
    if (!from) return;
    const element = $("pieces").children[order.indexOf(piece)];
    const start = `translate(${from[1] - piece[1]}px, ${from[2] - piece[2]}px)`;
    element.animate([{ transform: start }, { transform: "none" }], { duration: FLIGHT, easing: "ease-out" });
  }

  function made(name, text) {
    const element = document.createElement(name);
    element.textContent = text;
    return element;
  }

  function depth(number) {
    let count = 0;
    for (let each = game.moves[number].from; each !== undefined; each = game.moves[each].from) count += 1;
    return count;
  }

  /** The list of moves: a line goes on, and other moves in its place are indented below. */
  function list(number, into) {
    for (let each = number; each !== undefined; each = children[each][0]) {
      for (const [index, next] of children[each].entries()) {
        const line = index === 0 ? into : into.appendChild(document.createElement("div"));
        write(next, line, index > 0);
        if (index > 0) list(next, line);
      }
    }
  }

  function write(number, into, first) {
    const move = game.moves[number];
    const button = made("button", move.words);
    button.type = "button";
    button.addEventListener("click", () => (stop(), show(number, move.from === at)));
    buttons[number] = button;
    let row = into.lastElementChild;
    if (first || row?.tagName !== "P" || move.who !== game.moves[move.from].who) {
      row = into.appendChild(document.createElement("p"));
      row.append(made("span", [`${depth(number)}.`, move.who].filter(Boolean).join(" ")));
    }
    row.append(button);
    if (move.comment) row.append(made("em", move.comment));
  }

  function step(by) {
    stop();
    if (by < 0 && at > 0) show(game.moves[at].from);
    else if (by > 0 && children[at].length > 0) show(children[at][0], true);
  }

  function sibling(by) {
    stop();
    if (at === 0) return;
    const all = children[game.moves[at].from];
    const next = all[all.indexOf(at) + by];
    if (next !== undefined) show(next);
  }

  function end() {
    stop();
    let last = at;
    while (children[last].length > 0) last = children[last][0];
    show(last);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    $("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) return stop();
    step(1);
    $("play").setAttribute("aria-pressed", "true");
    timer = setInterval(() => {
      if (children[at].length > 0) show(children[at][0], true);
      else stop();
    }, PAUSE);
  }

  const KEYS = {
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    ArrowUp: () => sibling(-1),
    ArrowDown: () => sibling(1),
    Home: () => (stop(), show(0)),
    End: end,
  };

  async function start() {
    game = await read();
    words = game.words;
    for (const [number, { from }] of game.moves.entries()) {
      children[number] = [];
      if (from !== undefined) children[from].push(number);
    }
    list(0, $("moves"));
    $("first").addEventListener("click", KEYS.Home);
    $("back").addEventListener("click", KEYS.ArrowLeft);
    $("play").addEventListener("click", play);
    $("forward").addEventListener("click", KEYS.ArrowRight);
    $("last").addEventListener("click", end);
    addEventListener("keydown", (event) => {
      if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      KEYS[event.key]();
    });
    show(0);
    document.documentElement.dataset.ready = "true";
  }

  void start();
})();
