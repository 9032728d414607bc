/** Chat at a table: its messages, and the players who can be addressed. */
import type { Spoken, Table } from "../protocol";

export class Chat {
  lines: Spoken[] = $state([]);
  open = $state(false); // whether it is looked at
  muted = $state(false); // whether this player wants to read nothing
  read = $state(0); // the number of the last line that was seen

  constructor(
    private readonly now: { readonly table: Table | null },
    private readonly send: (text: string, to: number | null) => void,
    private readonly tell: (line: Spoken) => void = () => undefined,
  ) {}

  /** The seats that ours may talk to; where several share a screen, only others that have agreed to talk. */
  #allowed: number[] = $derived.by(() => {
    const { table } = this.now;
    const [seat, ...others] = table?.mine ?? [];
    if (!table || seat === undefined || (others.length > 0 && table.chat !== "agreed")) return [];
    return [...table.roles.keys()].filter((other) => (((table.talks[seat] ?? 0) >> other) & 1) === 1);
  });
  /** Those of them that listen, for computers do not. */
  partners: number[] = $derived.by(() =>
    this.#allowed.filter((seat) => {
      const { table } = this.now;
      return table?.players[seat]?.kind !== "computer" && !table?.mine.includes(seat);
    }),
  );
  /** True if a message to all other players is possible. */
  all: boolean = $derived.by(() => this.#allowed.length === (this.now.table?.roles.length ?? 0) - 1);
  unread: number = $derived.by(() => this.lines.filter(({ number }) => number > this.read).length);

  hear(lines: Spoken[]): void {
    const known = new Set(this.lines.map(({ number }) => number));
    const fresh = lines.filter(({ number }) => !known.has(number));
    this.lines.push(...fresh);
    const last = fresh.at(-1);
    const past = known.size === 0 && fresh.length > 1; // the history that a new client receives
    const { table } = this.now;
    if (last && !past && !this.muted && table?.chat === "agreed" && !table.mine.includes(last.seat)) this.tell(last);
  }

  /** Show nothing of a seat any longer. */
  drop(seat: number): void {
    this.lines = this.lines.filter((line) => line.seat !== seat);
  }

  /** All that was said has been seen. */
  see(): void {
    this.read = this.lines.at(-1)?.number ?? 0;
  }

  say(text: string, to: number | null): void {
    if (text.trim()) this.send(text, to);
  }
}
