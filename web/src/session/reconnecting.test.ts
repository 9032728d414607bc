import { expect, test, vi } from "vitest";
import { fakePage, sockets } from "../net/fake_sockets";

fakePage();

test("after a break the analysis that is not done is asked for once, and one that is done is not", async () => {
  const { Session } = await import("./session.svelte"); // when the page is there
  const session = new Session("table");
  const asked = (): number[] => sockets.map(({ sent }) => sent.filter(({ type }) => type === "analyse").length);
  sockets[0]?.open();
  session.review.analyse();
  expect(asked()).toEqual([1]);
  sockets[0]?.close();
  vi.advanceTimersByTime(1_000);
  sockets[1]?.open();
  expect(asked()).toEqual([1, 1]);
  sockets[1]?.onmessage({ data: JSON.stringify({ type: "analysed", moves: [], done: true }) });
  sockets[1]?.close();
  vi.advanceTimersByTime(1_000);
  sockets[2]?.open();
  expect(asked()).toEqual([1, 1, 0]);
  session.close();
});
