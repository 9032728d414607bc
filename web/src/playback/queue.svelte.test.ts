import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import { Queue, type Step } from "./queue.svelte";

let time: number;
let alarms: { at: number; number: number; work: () => void }[];
let shown: string[];
let queue: Queue;

const step = (name: string, lasts = 700, ready: () => boolean = () => true): Step => ({
  ready,
  show: () => {
    shown.push(`${name} ${time}`);
    return lasts;
  },
});

/** Let time pass, and ring every alarm when it is due. */
function pass(milliseconds: number): void {
  const until = time + milliseconds;
  for (let next = due(until); next; next = due(until)) {
    time = next.at;
    alarms.splice(alarms.indexOf(next), 1);
    next.work();
  }
  time = until;
}

const due = (until: number) => alarms.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at)[0];

beforeEach(() => {
  [time, alarms, shown] = [1_000, [], []];
  let number = 0;
  queue = new Queue({
    now: () => time,
    after: (milliseconds, work) => {
      alarms.push({ at: time + milliseconds, number: ++number, work });
      return number;
    },
    cancel: (alarm) => void (alarms = alarms.filter((each) => each.number !== alarm)),
  });
});

describe("a queue", () => {
  it("shows the first step at once and each other when the one before has been seen", () => {
    queue.add([step("a"), step("b", 300), step("c")]);
    expect(shown).toEqual(["a 1000"]);
    expect([queue.busy, queue.left]).toEqual([true, 2]);
    pass(5_000);
    expect(shown).toEqual(["a 1000", "b 1700", "c 2000"]);
    expect(queue.busy).toBe(false);
  });

  it("counts from when a step is drawn, also where that takes long", async () => {
    queue.add([step("a"), step("b")]);
    time += 110;
    await tick();
    pass(5_000);
    expect(shown).toEqual(["a 1000", "b 1810"]);
  });

  it("waits for nothing that is drawn late once somebody has acted or skipped", async () => {
    for (const hasten of [() => queue.rest(), () => queue.skip()]) {
      queue.add([step("a")]);
      hasten();
      time += 110;
      await tick();
      queue.add([step("b")]);
      queue.skip();
    }
    expect(shown).toEqual(["a 1000", "b 1110", "a 1110", "b 1220"]);
  });

  it("is over with its last step, but what comes soon after waits until that has been seen", () => {
    queue.add([step("a")]);
    expect(queue.busy).toBe(false);
    pass(100);
    queue.add([step("b")]);
    expect([shown.length, queue.busy]).toEqual([1, true]);
    pass(600);
    expect(shown).toEqual(["a 1000", "b 1700"]);
  });

  it("appends what comes while it runs", () => {
    queue.add([step("a"), step("b")]);
    pass(300);
    queue.add([step("c")]);
    pass(5_000);
    expect(shown).toEqual(["a 1000", "b 1700", "c 2400"]);
  });

  it("shows everything in order when it is skipped, and then waits for nothing", () => {
    queue.add([step("a"), step("b"), step("c", 700, () => false)]);
    queue.skip();
    queue.add([step("d")]);
    expect(shown).toEqual(["a 1000", "b 1000", "c 1000", "d 1000"]);
    expect([queue.busy, alarms.length]).toEqual([false, 0]);
  });

  it("waits for a position that is not known yet", () => {
    let known = false;
    queue.add([step("a", 700, () => known), step("b")]);
    pass(2_000);
    expect(shown).toEqual([]);
    known = true;
    queue.go();
    pass(700);
    expect(shown).toEqual(["a 3000", "b 3700"]);
  });

  it("asks for what the next step shows, and for no other, held or not", () => {
    const asked: string[] = [];
    const ask = (name: string) => step(name, 700, () => asked.push(name) > 0);
    queue.pause(true);
    queue.add([ask("a"), ask("b"), ask("c")]);
    expect(new Set(asked)).toEqual(new Set(["a"]));
    queue.step();
    expect([shown.length, new Set(asked)]).toEqual([1, new Set(["a", "b"])]);
  });

  it("can be held, led step by step, and let go", () => {
    queue.pause(true);
    queue.add([step("a"), step("b"), step("c")]);
    pass(5_000);
    expect(shown).toEqual([]);
    queue.step();
    expect([shown, queue.left]).toEqual([["a 6000"], 2]);
    pass(5_000);
    queue.pause(false);
    pass(5_000);
    expect(shown).toEqual(["a 6000", "b 11000", "c 11700"]);
  });

  it("hurries where there is little time", () => {
    queue.add([step("a"), step("b"), step("c"), step("d")], 400);
    pass(400);
    expect(shown).toEqual(["a 1000", "b 1100", "c 1200", "d 1300"]);
  });

  it("takes no longer than it may where drawing takes long: the others make up for it", async () => {
    queue.add([step("a"), step("b"), step("c"), step("d")], 400);
    for (let left = queue.left; left > 0; left = queue.left) {
      time += 50;
      await tick();
      while (queue.left === left) pass(1);
    }
    expect(shown.length).toBe(4);
    expect(time).toBeLessThanOrEqual(1_400);
  });

  it("hurries with what is shown just now too, drawn or not", async () => {
    queue.add([step("a")]);
    queue.add([step("b"), step("c")], 300);
    time += 50;
    await tick();
    pass(300);
    expect(shown.map((each) => each.split(" ")[0])).toEqual(["a", "b", "c"]);
    expect(Number(shown[2]?.split(" ")[1])).toBeLessThanOrEqual(1_300);
  });

  it("hurries no more once nobody's time is running", () => {
    queue.add([step("a"), step("b")], 200);
    queue.add([step("c")]);
    pass(5_000);
    expect(shown).toEqual(["a 1000", "b 1100", "c 1800"]);
  });

  it("shows nothing more once it is closed, also of what comes late", () => {
    queue.add([step("a"), step("b")]);
    queue.close();
    queue.add([step("c")]);
    queue.skip();
    pass(5_000);
    expect([shown, queue.busy]).toEqual([["a 1000"], false]);
  });
});
