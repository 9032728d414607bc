/** Talk between those at a table: what has been said, and to whom one may say something. */
import type { Spoken, Table } from "./protocol";

export class Talk {
  lines: Spoken[] = $state([]);
  open = $state(false); // whether it is looked at
  read = $state(0); // the number of the last line that was seen

  constructor(
    private readonly now: { readonly table: Table | null },
    private readonly send: (text: string, to: number | null) => void,
  ) {}

  /** The seats that the rules let ours talk to; nobody where several share a screen. */
  #allowed: number[] = $derived.by(() => {
    const { table } = this.now;
    const [seat, ...others] = table?.mine ?? [];
    if (!table || seat === undefined || others.length > 0) return [];
    return [...table.roles.keys()].filter((other) => (((table.talks[seat] ?? 0) >> other) & 1) === 1);
  });
  /** Those of them that listen, for computers do not. */
  partners: number[] = $derived.by(() =>
    this.#allowed.filter((seat) => this.now.table?.players[seat]?.kind !== "computer"),
  );
  /** Whether one may talk to all others at once. */
  all: boolean = $derived.by(() => this.#allowed.length === (this.now.table?.roles.length ?? 0) - 1);
  unread: number = $derived.by(() => this.lines.filter(({ number }) => number > this.read).length);

  hear(lines: Spoken[]): void {
    const known = new Set(this.lines.map(({ number }) => number));
    this.lines.push(...lines.filter(({ number }) => !known.has(number)));
  }

  /** All that was said has been seen. */
  see(): void {
    this.read = this.lines.at(-1)?.number ?? 0;
  }

  say(text: string, to: number | null): void {
    if (text.trim()) this.send(text, to);
  }
}
