import { expect, test, vi } from "vitest";
import { Connection } from "./connection";
import { fakePage, sockets } from "./fake_sockets";

fakePage();

function connect(): { connection: Connection; healths: string[] } {
  const healths: string[] = [];
  const connection = new Connection("/socket", {
    hello: () => ({ type: "hello", after: 0, language: "en", thinking: false }),
    hear: () => undefined,
    health: (health) => healths.push(health),
  });
  return { connection, healths };
}

test("a socket that does not open is given up for another", () => {
  const { connection, healths } = connect();
  vi.advanceTimersByTime(7_000);
  expect(sockets.length).toBe(1);
  vi.advanceTimersByTime(2_000);
  expect([sockets.length, healths]).toEqual([2, ["lost"]]);
  sockets[1]?.open();
  vi.advanceTimersByTime(15_000);
  expect([sockets.length, healths]).toEqual([2, ["lost", "open"]]);
  connection.close();
});

test("who leaves before it opens tries no more", () => {
  connect().connection.close();
  vi.advanceTimersByTime(60_000);
  expect(sockets.length).toBe(1);
});
