// Scripted clients, two a table: node clients.cjs SERVER ADDRESS TABLES MOVES PAUSE SPEC. 
// Says when all tables are open, plays when it is told to, and prints what it measured as JSON.
// PAUSE is how many milliseconds a table waits between two moves; 0 plays as fast as the server answers.
//
// They share the machine with the server, so they do little: both servers are spoken to over the same plain sockets
// (line.cjs), and a client reads of a message only what it needs to move.

const { Line } = require("./line.cjs");

const [server, address, count, moves, pause, spec] = process.argv.slice(2).map((word, index) => (index > 1 && index < 5 ? Number(word) : word));
const CELLS = [0, 1, 2, 4, 3, 5, 7, 6, 8]; // a game of tic-tac-toe that nobody wins
const AT_ONCE = 25; // tables opened side by side
const MOST = 0.9; // of all moves: so long nearly all tables play, and that is how long moves per second are counted
const CHOICES = '"choices":', EVENTS = ',"events":'; // between them a message has what can be done

const delays = []; // milliseconds from sending to the other client's receipt
const ends = []; // when that was
let heard = 0; // bytes, by all clients, of messages that moves led to
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed) {
  let state = seed + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** The whole number that stands after a key in the bytes of a message. */
function numberAfter(data, key) {
  let number = 0;
  for (let at = data.indexOf(key) + key.length; data[at] >= 48 && data[at] <= 57; at++) number = 10 * number + data[at] - 48;
  return number;
}

/** What a seat can do, as a message tells it. */
function choicesIn(data, seat) {
  const begin = data.indexOf(CHOICES) + CHOICES.length;
  return { seat, actions: JSON.parse(data.toString("utf8", begin, data.indexOf(EVENTS, begin)))[seat] };
}

/** A table: its moves, one after the other, each when both clients know of the one before. */
class Table {
  number = 0; // of moves made
  untold = 0; // clients that do not know of the last one yet
  mover = null; // the client that made it
  begin = 0; // when

  /** Moves until all are made; then `done` is called. */
  play(done) {
    this.done = done;
    if (pause) setTimeout(() => this.next(), Math.random() * pause);
    else this.next();
  }

  next() {
    if (this.number === moves || !this.choose()) this.done();
  }

  send(client, text) {
    this.mover = client;
    this.untold = 2;
    this.begin = performance.now();
    client.line.send(text);
  }

  /** A client knows of the last move. */
  told(client) {
    if (client !== this.mover) delays.push(ends[ends.push(performance.now()) - 1] - this.begin);
    if (--this.untold > 0) return;
    this.number++;
    if (pause) setTimeout(() => this.next(), pause * (0.5 + Math.random()));
    else this.next();
  }

  close() {
    this.clients.forEach((client) => client.line.close());
  }
}

const cookieOf = (answer) => answer.headers.get("set-cookie").split(";")[0];

/** A new person accepts an invitation: the first answer is a key, the second one the seat. */
async function accept(table, token) {
  const headers = { "Content-Type": "application/json" };
  const show = () => fetch(`${address}/api/tables/${table}/seat`, { method: "POST", headers, body: JSON.stringify({ token }) });
  headers.Cookie = cookieOf(await show());
  const { state } = await (await show()).json();
  if (state !== "taken") throw new Error(`the invitation is ${state}`);
  return headers.Cookie;
}

/** One table of Naadam: both clients play legal actions at random; where there are too many to be told, touch by touch. */
class OfNaadam extends Table {
  static async open(index) {
    const table = new OfNaadam();
    table.random = numbers(index);
    const wanted = { spec, players: [{ kind: "here" }, { kind: "invited" }] };
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${address}/api/tables`, { method: "POST", headers, body: JSON.stringify(wanted) });
    const { table: id, invitations } = await answer.json();
    const people = [cookieOf(answer), await accept(id, invitations[1])];
    const socket = `${address.replace("http", "ws")}/api/tables/${id}/socket`;
    table.clients = await Promise.all(
      people.map(async (cookie, seat) => {
        const client = { line: await Line.open(socket, cookie), seat, seq: -1 };
        const greeted = new Promise((resolve) => (client.greeted = resolve));
        client.line.hear = (data) => table.hear(client, data);
        client.line.send(JSON.stringify({ type: "hello" }));
        await greeted;
        return client;
      }),
    );
    return table;
  }

  hear(client, data) {
    const type = data.toString("latin1", 9, 14); // {"type":"...
    if (type === "moved" || type === "table") {
      const seq = numberAfter(data, '"seq":');
      if (type === "moved") heard += data.length;
      this.over = data.includes('"waiting":[]');
      if (numberAfter(data, '"waiting":[') === client.seat && !this.over) this.choices = choicesIn(data, client.seat);
      if (client.seq < 0) client.greeted();
      else if (seq > client.seq) this.told(Object.assign(client, { seq }));
      client.seq = seq;
    } else if (type === "touch") this.touch(JSON.parse(data));
    else if (type !== "prese" && type !== "prepa") throw new Error(`no table: ${data}`); // who is there, what is being compiled
  }

  choose() {
    if (this.over) return false;
    const { seat, actions } = this.choices;
    this.seat = seat;
    if (actions.length > 0) this.act(this.any(actions)[0]);
    else this.ask(this.clients[seat], this.clients[seat].seq, []);
    return true;
  }

  act(action) {
    const mover = this.clients[this.seat];
    this.send(mover, `{"type":"play","id":"m${this.number}","at":${mover.seq},"seat":${this.seat},"action":${JSON.stringify(action)}}`);
  }

  ask(mover, at, touched) {
    this.touched = touched;
    mover.line.send(JSON.stringify({ type: "touch", id: `t${touched.length}`, at, seat: this.seat, touched }));
  }

  touch({ actions, places, touched: counted }) {
    if (actions.length > 0) return this.act(actions[0]);
    const open = places.filter((place) => !place.barred);
    const { name } = open.find((place) => place.name === "seal") ?? this.any(open); // a plan is sealed as soon as it can be
    const mover = this.clients[this.seat];
    this.ask(mover, mover.seq, [...(counted.length > 0 ? counted : this.touched), name]);
  }

  any(list) {
    return list[Math.floor(this.random() * list.length)];
  }
}

/** One table of boardgame.io's tic-tac-toe, by the messages of its own client: socket.io's, as texts. */
class OfBoardgameIo extends Table {
  static async open(index) {
    const table = new OfBoardgameIo();
    table.id = `table-${process.pid}-${index}`;
    table.clients = [];
    for (const id of ["0", "1"]) {
      const line = await Line.open(`${address.replace("http", "ws")}/socket.io/?EIO=4&transport=websocket`);
      const client = { id, line, state: 0 };
      const synced = new Promise((resolve) => (client.synced = resolve));
      line.hear = (data) => table.hear(client, data);
      line.send("40/tic-tac-toe,");
      await synced;
      table.clients.push(client);
    }
    return table;
  }

  hear(client, data) {
    const text = data.toString("latin1", 0, 24);
    if (text.startsWith('42/tic-tac-toe,["update"')) {
      heard += data.length;
      client.state = numberAfter(data, '"_stateID":');
      this.told(client);
    } else if (text.startsWith('42/tic-tac-toe,["sync"')) {
      client.state = numberAfter(data, '"_stateID":');
      client.synced();
    } else if (text.startsWith("40/tic-tac-toe,")) {
      client.line.send(`42/tic-tac-toe,${JSON.stringify(["sync", this.id, client.id, null, 2])}`);
    } else if (text === "2") client.line.send("3"); // engine.io's own ping
    else if (!text.startsWith("0{") && !text.startsWith('42/tic-tac-toe,["matchDa')) throw new Error(`not known: ${data}`);
  }

  choose() {
    const mover = this.clients[this.number % 2];
    const action = `{"type":"MAKE_MOVE","payload":{"type":"clickCell","args":[${CELLS[this.number]}],"playerID":"${mover.id}"}}`;
    this.send(mover, `42/tic-tac-toe,["update",${action},${mover.state},"${this.id}","${mover.id}"]`);
    return true;
  }
}

async function main() {
  const kind = server === "naadam" ? OfNaadam : OfBoardgameIo;
  const tables = [];
  while (tables.length < count) {
    const more = Math.min(AT_ONCE, count - tables.length);
    tables.push(...(await Promise.all(Array.from({ length: more }, (_, index) => kind.open(tables.length + index)))));
  }
  process.stdout.write("open\n"); // all tables: whoever measures the server may begin
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const before = process.cpuUsage();
  const begin = performance.now();
  await Promise.all(tables.map((table) => new Promise((done) => table.play(done))));
  const most = Math.floor(MOST * ends.length);
  const { user, system } = process.cpuUsage(before);
  delays.sort((one, other) => one - other);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
  const told = {
    moves: delays.length,
    rate: most / ((ends[most - 1] - begin) / 1000),
    median: at(0.5),
    slow: at(0.99),
    bytes: heard / delays.length,
    own: (user + system) / 1000 / delays.length, // milliseconds of the processor that the clients take for a move
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  await new Promise((resolve) => process.stdin.once("data", resolve)); // until the memory has been measured
  tables.forEach((table) => table.close());
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
