// A WebSocket of few words, the same for both servers: text frames over a plain socket (RFC 6455), each given whole.

const { randomBytes } = require("node:crypto");
const { connect } = require("node:net");

const NOTHING = Buffer.alloc(0);
const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;
const FINAL = 0x80, MASKED = 0x80;
const MASK = randomBytes(4);
const COME = Buffer.allocUnsafe(1 << 16); // what a line has just read; it is heard before another line reads

class Line {
  /** Resolves to a line once the server has agreed; `hear` is what to do with each text. */
  static open(url, cookie = "") {
    const { hostname, port, pathname, search } = new URL(url);
    const line = new Line();
    const head = [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
      ...(cookie ? [`Cookie: ${cookie}`] : []),
    ];
    return new Promise((resolve, reject) => {
      const onread = { buffer: COME, callback: (length) => (line.read(COME.subarray(0, length)), true) };
      line.socket = connect({ host: hostname, port: Number(port), noDelay: true, onread }, () => line.socket.write(`${head.join("\r\n")}\r\n\r\n`));
      line.socket.on("error", reject);
      line.socket.on("close", () => !line.closing && line.fail());
      line.fail = () => reject(new Error(`${url} was closed: ${line.rest.toString("latin1", 0, 200)}`));
      line.agree = () => {
        line.fail = () => {
          throw new Error(`${url} was closed`);
        };
        resolve(line);
      };
    });
  }

  rest = NOTHING; // what has come of a frame that is not whole
  agreed = false;
  closing = false;
  waiting = []; // texts that nobody heard yet
  listener = null;

  /** What to do with each text, given as its bytes, which are there until it is heard. */
  set hear(listener) {
    this.listener = listener;
    for (const text of this.waiting.splice(0)) listener(text);
  }

  read(data) {
    if (this.rest.length > 0) data = Buffer.concat([this.rest, data]);
    let at = 0;
    if (!this.agreed) {
      const end = data.indexOf("\r\n\r\n");
      if (end < 0) return void (this.rest = Buffer.from(data));
      if (!data.toString("latin1", 0, 12).endsWith("101")) return this.fail();
      at = end + 4;
      this.agreed = true;
      this.agree();
    }
    for (;;) {
      if (data.length - at < 2) break;
      let length = data[at + 1], begin = at + 2;
      if (length === 126) {
        if (data.length - at < 4) break;
        length = data.readUInt16BE(at + 2);
        begin = at + 4;
      } else if (length === 127) {
        if (data.length - at < 10) break;
        length = Number(data.readBigUInt64BE(at + 2));
        begin = at + 10;
      }
      if (data.length < begin + length) break;
      this.take(data[at], data.subarray(begin, begin + length));
      at = begin + length;
    }
    this.rest = at === data.length ? NOTHING : Buffer.from(data.subarray(at));
  }

  take(first, payload) {
    if (first === (FINAL | TEXT)) return this.listener ? this.listener(payload) : this.waiting.push(Buffer.from(payload));
    if (first === (FINAL | PING)) return this.write(PONG, payload);
    if (first === (FINAL | CLOSE)) throw new Error(`closed by the server: ${payload.toString("latin1", 2)}`);
    throw new Error(`a frame that begins with ${first}`);
  }

  send(text) {
    this.write(TEXT, Buffer.from(text));
  }

  write(kind, payload) {
    const length = payload.length, begin = length < 126 ? 6 : 8;
    const frame = Buffer.allocUnsafe(begin + length);
    frame[0] = FINAL | kind;
    frame[1] = MASKED | (length < 126 ? length : 126);
    if (length >= 126) frame.writeUInt16BE(length, 2);
    MASK.copy(frame, begin - 4);
    for (let place = 0; place < length; place++) frame[begin + place] = payload[place] ^ MASK[place & 3];
    this.socket.write(frame);
  }

  close() {
    this.closing = true;
    this.socket.destroy();
  }
}

module.exports = { Line };
