// Scripted clients, two a table: node clients.cjs SERVER ADDRESS TABLES MOVES PAUSE SPEC. Prints what it measured as JSON.
// PAUSE is how many milliseconds a table waits between two moves; 0 plays as fast as the server answers.

const [server, address, count, moves, pause, spec] = process.argv.slice(2).map((word, index) => (index > 1 && index < 5 ? Number(word) : word));
const CELLS = [0, 1, 2, 4, 3, 5, 7, 6, 8]; // a game of tic-tac-toe that nobody wins
const AT_ONCE = 25; // tables opened side by side

const delays = []; // milliseconds from sending to the other client's receipt
let heard = 0; // bytes, by all clients, of messages that moves led to
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed) {
  let state = seed + 1;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

/** One table of Naadam: both clients play legal actions at random. */
async function openNaadam(index) {
  const WebSocket = require("ws");
  const random = numbers(index);
  const wanted = { spec, players: [{ kind: "here" }, { kind: "invited" }] };
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`${address}/api/tables`, { method: "POST", headers, body: JSON.stringify(wanted) });
  const { table, tokens } = await answer.json();
  const players = tokens.map((token) => ({ token, hear: () => undefined }));
  await Promise.all(
    players.map(async (player) => {
      player.socket = new WebSocket(`${address.replace("http", "ws")}/api/tables/${table}/socket`, { perMessageDeflate: false });
      await new Promise((resolve, reject) => player.socket.once("open", resolve).once("error", reject));
      const greeted = new Promise((resolve) => (player.hear = resolve));
      player.socket.on("message", (data) => {
        const message = JSON.parse(data);
        if (message.type === "present" || message.type === "preparing") return; // who is there, what is being compiled
        if (message.type === "touched") return player.hear(message);
        if (message.type !== "table" && message.type !== "moved") throw new Error(`no table: ${data}`);
        if (player.table) heard += data.length;
        player.table = { ...player.table, ...message };
        player.hear(message);
      });
      player.socket.send(JSON.stringify({ type: "hello", tokens: [player.token] }));
      await greeted;
    }),
  );
  return {
    async move(number) {
      const seat = players[0].table.waiting[0];
      if (seat === undefined) return false; // the game is over
      const [mover, other] = [players[seat], players[1 - seat]];
      const action = await choose(mover, seat, random);
      const { seq } = mover.table;
      const told = [mover, other].map(
        (player) => new Promise((resolve) => (player.hear = (message) => message.seq > seq && resolve(message))),
      );
      const begin = performance.now();
      mover.socket.send(JSON.stringify({ type: "play", id: `m${number}`, at: seq, seat, action }));
      await told[1];
      delays.push(performance.now() - begin);
      await told[0];
      return true;
    },
    close: () => players.forEach((player) => player.socket.close()),
  };
}

/** A legal action at random; where there are too many to be told, touch by touch. */
async function choose(mover, seat, random) {
  const any = (list) => list[Math.floor(random() * list.length)];
  if (mover.table.choices[seat].length > 0) return any(mover.table.choices[seat])[0];
  for (let touched = []; ; ) {
    const answer = new Promise((resolve) => (mover.hear = (message) => message.type === "touched" && resolve(message)));
    mover.socket.send(JSON.stringify({ type: "touch", id: `t${touched.length}`, at: mover.table.seq, seat, touched }));
    const { actions, places, touched: counted } = await answer;
    if (actions.length > 0) return actions[0];
    const open = places.filter((place) => !place.barred);
    const { name } = open.find((place) => place.name === "seal") ?? any(open); // a plan is sealed as soon as it can be
    touched = [...(counted.length > 0 ? counted : touched), name];
  }
}

/** One table of boardgame.io's tic-tac-toe, by the messages of its own client. */
async function openBoardgameIo(index) {
  const { io } = require("socket.io-client");
  const table = `table-${process.pid}-${index}`;
  const players = ["0", "1"].map((id) => ({ id, state: 0, hear: () => undefined }));
  for (const player of players) {
    player.socket = io(`${address}/tic-tac-toe`, { transports: ["websocket"], forceNew: true, query: {} });
    const synced = new Promise((resolve) => player.socket.on("sync", (_, { state }) => resolve((player.state = state._stateID))));
    const hear = (state) => {
      player.state = state._stateID;
      player.hear(state);
    };
    player.socket.on("update", (_, state) => hear(state));
    await new Promise((resolve) => player.socket.on("connect", resolve));
    player.socket.emit("sync", table, player.id, undefined, 2);
    await synced;
  }
  return {
    async move(number) {
      const [mover, other] = [players[number % 2], players[1 - (number % 2)]];
      const told = [mover, other].map((player) => new Promise((resolve) => (player.hear = resolve)));
      const action = { type: "MAKE_MOVE", payload: { type: "clickCell", args: [CELLS[number]], playerID: mover.id } };
      const begin = performance.now();
      mover.socket.emit("update", action, mover.state, table, mover.id);
      await told[1];
      delays.push(performance.now() - begin);
      await told[0];
      return true;
    },
    close: () => players.forEach((player) => player.socket.close()),
  };
}

async function main() {
  const open = server === "naadam" ? openNaadam : openBoardgameIo;
  const tables = [];
  while (tables.length < count) {
    const more = Math.min(AT_ONCE, count - tables.length);
    tables.push(...(await Promise.all(Array.from({ length: more }, (_, index) => open(tables.length + index)))));
  }
  const begin = performance.now();
  await Promise.all(
    tables.map(async (table) => {
      await wait(Math.random() * pause);
      for (let number = 0; number < moves; number++) {
        if (!(await table.move(number))) return;
        await wait(pause && pause * (0.5 + Math.random()));
      }
    }),
  );
  const seconds = (performance.now() - begin) / 1000;
  delays.sort((one, other) => one - other);
  const at = (share) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
  const told = { moves: delays.length, rate: delays.length / seconds, median: at(0.5), slow: at(0.99), bytes: heard / delays.length };
  process.stdout.write(`${JSON.stringify(told)}\n`);
  await new Promise((resolve) => process.stdin.once("data", resolve)); // until the memory has been measured
  tables.forEach((table) => table.close());
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
