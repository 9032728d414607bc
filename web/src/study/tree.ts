/** The tree of a study: its positions as the server lists them, changed here, and written as a record in JSON again. */
import { followChanges } from "../playback/patch";
import type { Description, Study, StudyMove } from "../protocol";

/** The moves of a line, with comments and variations by the number of moves before them. */
interface Line {
  steps: string[];
  comments: [number, string][];
  variations: (Line & { at: number })[];
}

interface Position {
  step: string;
  comment: string;
  parent: number | null;
  children: number[];
}

export class Tree {
  readonly positions: Position[];

  constructor(moves: Pick<StudyMove, "parent" | "step" | "comment">[]) {
    this.positions = moves.map(({ parent, step, comment }) => ({ parent, step, comment, children: [] }));
    moves.forEach(({ parent }, number) => {
      if (parent !== null) this.at(parent).children.push(number);
    });
  }

  at(number: number): Position {
    return this.positions[number] ?? { step: "", comment: "", parent: null, children: [] };
  }

  /** The positions from the start to this one, both included. */
  pathTo(number: number): number[] {
    const { parent } = this.at(number);
    return parent === null ? [number] : [...this.pathTo(parent), number];
  }

  stepsTo(number: number): string[] {
    return this.pathTo(number)
      .slice(1)
      .map((each) => this.at(each).step);
  }

  /** The last position on the way of these steps. */
  find(steps: string[]): number {
    let number = 0;
    for (const step of steps) {
      const next = this.at(number).children.find((child) => this.at(child).step === step);
      if (next === undefined) break;
      number = next;
    }
    return number;
  }

  /** The last position of the line that goes on from here. */
  endOf(number: number): number {
    const [next] = this.at(number).children;
    return next === undefined ? number : this.endOf(next);
  }

  add(parent: number, step: string): void {
    if (this.at(parent).children.some((child) => this.at(child).step === step)) return;
    this.at(parent).children.push(this.positions.push({ step, comment: "", parent, children: [] }) - 1);
  }

  comment(number: number, text: string): void {
    this.at(number).comment = text.replaceAll(/[{}\s]+/g, " ").trim();
  }

  /** Take a move out, with all that follows it. */
  remove(number: number): void {
    const { parent } = this.at(number);
    if (parent !== null) this.at(parent).children = this.at(parent).children.filter((child) => child !== number);
  }

  /** Make a move the first of those in its position: the line that it begins takes the place of the other. */
  promote(number: number): void {
    const { parent } = this.at(number);
    if (parent === null) return;
    const others = this.at(parent).children.filter((child) => child !== number);
    this.at(parent).children = [number, ...others];
  }

  /** The record with this tree; without its result, which follows from the moves. */
  write(parts: Record<string, unknown>): string {
    const { comment } = this.at(0);
    const line = this.#line(this.at(0).children[0]);
    if (comment) line.comments.unshift([0, comment]);
    return JSON.stringify({ ...parts, result: null, ...line });
  }

  #line(first: number | undefined): Line {
    const line: Line = { steps: [], comments: [], variations: [] };
    for (let number = first; number !== undefined; number = this.at(number).children[0]) {
      const { step, comment, parent } = this.at(number);
      const at = line.steps.length;
      line.steps.push(step);
      if (comment) line.comments.push([at + 1, comment]);
      const others = parent === null ? [] : this.at(parent).children.slice(1);
      if (others.includes(number)) continue; // a variation begins: the others belong to the line around it
      for (const other of others) line.variations.push({ at, ...this.#line(other) });
    }
    return line;
  }
}

/** The drawings of all positions, from the first one and the changes of each move. */
export function drawingsOf(study: Pick<Study, "drawing" | "moves">): Description[] {
  const drawings: Description[] = [];
  for (const { parent, changes } of study.moves) {
    const before = parent === null ? undefined : drawings[parent];
    drawings.push(before ? followChanges(before, changes) : study.drawing);
  }
  return drawings;
}
