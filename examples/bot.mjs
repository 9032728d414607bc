// A bot in JavaScript without packages: it connects to a Naadam server and plays at random.
// node bot.mjs SERVER TOKEN [GAMES AT THE SAME TIME]      (node 22, or 20 with --experimental-websocket)

const [server, token, atOnce] = process.argv.slice(2);
const url = new URL("/api/bot/socket", server.replace(/^http/, "ws"));
const accepts = { specs: ["*"], at_once: Number(atOnce ?? 1), listed: true };
const FATAL = { 4001: "connected from elsewhere", 4003: "the token is not accepted" };
const SILENCE = 30_000; // milliseconds after which a connection counts as lost

let wait = 500; // milliseconds before it connects again

/** One action of those that the seat has. */
const choose = ({ actions }) => actions[Math.floor(Math.random() * actions.length)];

function connect() {
  const socket = new WebSocket(url);
  const tell = (message) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));
  let heard = Date.now();
  const heartbeat = setInterval(() => {
    if (Date.now() - heard > SILENCE) return lost();
    tell({ type: "ping" });
  }, 10_000);
  let done = false;

  function lost(code) {
    if (done) return;
    done = true;
    clearInterval(heartbeat);
    socket.close();
    if (FATAL[code]) {
      console.error(FATAL[code]);
      process.exit(1);
    }
    setTimeout(connect, wait * (0.5 + Math.random() / 2));
    wait = Math.min(2 * wait, 15_000);
  }

  socket.onopen = () => tell({ type: "hello", token, accepts });
  socket.onclose = ({ code }) => lost(code);
  socket.onerror = () => lost();
  socket.onmessage = ({ data }) => {
    heard = Date.now();
    const message = JSON.parse(data);
    const { type, table, version } = message;
    if (type === "welcome") {
      wait = 500;
      console.log(`connected as ${message.name}`);
    }
    if (type === "offered") tell({ type: "accept", table });
    // A turn that was not answered in time comes again after the next connection: playing twice does no harm.
    if (type === "turn") tell({ type: "play", table, version, action: choose(message.view) });
    if (type === "failed") console.error(message.text);
    if (type === "over") console.log(`${table}: ${message.winners.includes(message.seat) ? "won" : "over"}`);
  };
}

connect();
