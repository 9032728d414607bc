/** Agreements between players: draw, hints for all, chat, resignation, rematch. */
import type { Table, FromClient } from "../protocol";
import { newId } from "../net/questions";

export class Agreements {
  constructor(
    private readonly now: { readonly table: Table | null },
    private readonly seat: () => number,
    private readonly send: (message: FromClient) => void,
  ) {}

  /** Ask the others whether all may have hints. */
  offerHints(): void {
    this.send({ type: "offer-hints", id: newId(), at: this.#seq, seat: this.seat() });
  }

  /** Ask the others whether all may talk. */
  offerTalk(): void {
    this.send({ type: "offer-talk", id: newId(), at: this.#seq, seat: this.seat() });
  }

  offerDraw(): void {
    this.send({ type: "offer-draw", id: newId(), at: this.#seq, seat: this.seat() });
  }

  /** Answer for the first of our seats that has not agreed yet. */
  answer(accept: boolean): void {
    const { table } = this.now;
    const seat = table?.mine.find((own) => own !== table.asking && !table.agreed.includes(own));
    if (seat !== undefined) this.send({ type: "answer", id: newId(), at: this.#seq, seat, accept });
  }

  resign(): void {
    this.send({ type: "resign", id: newId(), seat: this.seat() });
  }

  rematch(): void {
    this.send({ type: "rematch", id: newId(), seat: this.seat() });
  }

  get #seq(): number {
    return this.now.table?.seq ?? 0;
  }
}
