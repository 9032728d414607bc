import { describe, expect, it } from "vitest";
import type { Choice } from "./choices";
import type { Place, Stage, Touched } from "../protocol";
import { TouchByTouch } from "./touch_by_touch.svelte";

const place = (name: string, price: number | null = null): Place => ({
  name,
  price,
  marks: [],
  barred: null,
  discount: 0,
  row: "",
  idle: false,
  reason: null,
});
const answers: Record<string, Partial<Touched>> = {
  "": { places: [place("a1"), place("b1"), place("end")] },
  a1: { places: [place("a2", 1), place("a3", 2)] },
  "a1,a3": { actions: ["a1a2", "a2a3"] },
  end: { actions: ["end"] },
  b1: { places: [place("low"), place("high"), { ...place("dear"), barred: "XX-1" }] },
  "b1,low": { places: [place("low"), place("high")] },
  "b1,low,high": { places: [place("low"), place("high")], touched: ["b1", "high"] },
  "b1,high,low": { actions: ["b1 low"] },
};

class Fake {
  now = $state({ seen: 0, stage: { by_touch: true } as Stage, touched: [] as string[] });
  hand: number | null = $state(0);
  choices: Choice[] = $state.raw([]);
  done: string[] = [];
  asked: string[] = [];

  async follow(touched: string[]): Promise<Touched | null> {
    this.asked.push(touched.join());
    await Promise.resolve();
    const answer = answers[touched.join()] ?? {};
    return {
      type: "touched",
      id: "",
      places: [],
      sayings: [],
      actions: [],
      touched: [],
      ways: [],
      foreseen: null,
      ...answer,
    };
  }
  propose(action: string, then: string[]): void {
    this.done.push(`play ${[action, ...then].join(" ")}`);
    this.now.touched = [];
  }
  try(touched: string[]): void {
    this.done.push(`try ${touched.join(" ")}`);
    this.now.touched = [];
  }
}

async function begun(): Promise<[Fake, TouchByTouch]> {
  const table = new Fake();
  const touching = new TouchByTouch(table);
  await touching.begin();
  return [table, touching];
}

describe("touching", () => {
  it("keeps what still counts of what is touched, where a later place stands for an earlier one", async () => {
    const [table, touching] = await begun();
    for (const name of ["b1", "low", "high"]) await touching.touch(name, false);
    expect(table.now.touched).toEqual(["b1", "high"]);
    expect([...touching.next]).toEqual(["low", "high"]);
    await touching.touch("low", false);
    expect(table.done).toEqual(["play b1 low"]);
  });
  it("asks why a place is barred, and keeps what is touched", async () => {
    const [table, touching] = await begun();
    await touching.touch("b1", true);
    expect([...touching.next]).toEqual(["low", "high"]);
    await touching.touch("dear", false);
    expect(table.done).toEqual(["try b1 dear"]);
    expect(table.now.touched).toEqual(["b1"]);
  });
  it("asks why nothing follows a piece that is touched", async () => {
    const [table, touching] = await begun();
    await touching.touch("e5", true);
    expect(table.done).toEqual(["try e5"]);
    expect(table.now.touched).toEqual([]);
  });
  it("lights what may follow, and plays a row of actions once it is whole", async () => {
    const [table, touching] = await begun();
    expect([...touching.next]).toEqual(["a1", "b1", "end"]);
    await touching.touch("a1", true);
    expect(touching.places.map(({ name, price }) => `${name} ${price}`)).toEqual(["a2 1", "a3 2"]);
    await touching.touch("a3", false);
    expect(table.done).toEqual(["play a1a2 a2a3"]);
  });
  it("waits for what was asked, so that a quick hand is understood", async () => {
    const [table, touching] = await begun();
    await Promise.all([touching.touch("a1", true), touching.touch("a3", false)]);
    expect(table.done).toEqual(["play a1a2 a2a3"]);
  });
  it("lets go of what is touched again, and takes another piece instead", async () => {
    const [table, touching] = await begun();
    await touching.touch("a1", true);
    await touching.touch("b1", true);
    expect(table.now.touched).toEqual(["b1"]);
    await touching.touch("b1", true);
    expect(table.now.touched).toEqual([]);
    expect([...touching.next]).toEqual(["a1", "b1", "end"]);
  });
  it("tries what leads nowhere, so that the server says why not", async () => {
    const [table, touching] = await begun();
    await touching.touch("a1", true);
    await touching.touch("e5", false);
    await touching.drag("b1", "e5");
    await touching.drag("a1", "a3");
    expect(table.done).toEqual(["try a1 e5", "try b1 e5", "play a1a2 a2a3"]);
  });
  it("forgets what it knew when the table moves on", async () => {
    const [table, touching] = await begun();
    await touching.touch("a1", true);
    table.now.seen = 1;
    expect(touching.places).toEqual([]);
  });
  it("is to ask what may be touched first as soon as somebody can act, and once", async () => {
    const table = new Fake();
    const touching = new TouchByTouch(table);
    table.hand = null; // something is still being shown
    await touching.begin();
    expect([touching.unasked, table.asked]).toEqual([false, []]);
    table.hand = 0;
    expect(touching.unasked).toBe(true);
    await Promise.all([touching.begin(), touching.begin()]);
    expect([touching.unasked, table.asked]).toEqual([false, [""]]);
    expect([...touching.next]).toEqual(["a1", "b1", "end"]);
    table.now.seen = 1;
    expect(touching.unasked).toBe(true);
  });
  it("is not needed where the choices are told and the game does not ask for it", async () => {
    const [table, touching] = await begun();
    table.choices = [{ action: "end", words: "", gesture: ["end"], preview: {} }];
    table.now.stage = { by_touch: false } as Stage;
    expect(touching.active).toBe(false);
    table.choices = [];
    expect(touching.active).toBe(true);
    table.hand = null;
    expect(touching.active).toBe(false);
  });
});
