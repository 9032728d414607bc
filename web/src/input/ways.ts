/** Previews around a place before a choice is made: lines, captures, wins and costs. */
import { begins } from "./gestures";
import { artOf } from "../space/pieces";
import type { Choice } from "./choices";
import type { Description, Line, PieceArt, Stage } from "../protocol";

/** The choices that are meant when a place is looked at after others have been touched. */
export function choicesAt(choices: Choice[], touched: string[], place: string | null): Choice[] {
  if (place === null) return [];
  const going = choices.filter((choice) => begins(choice.gesture, [...touched, place]));
  if (going.length > 0 || touched.at(-1) === place) {
    return going.length > 0 ? going : choices.filter((choice) => begins(choice.gesture, touched));
  }
  const spending = choices.filter(
    (choice) => choice.preview.spends?.includes(place) && begins(choice.gesture, touched),
  );
  return spending.length > 0 ? spending : choices.filter((choice) => choice.gesture[0] === place);
}

/** The lines that a choice goes along. */
export function linesOf(lines: Line[], choice: Choice): Line[] {
  const way = choice.preview.way ?? choice.gesture;
  const steps = way.slice(1).map((place, index) => [way[index], place]);
  return lines.filter(({ ends: [one, other] }) =>
    steps.some(([from, to]) => (from === one && to === other) || (from === other && to === one)),
  );
}

/** All lines on which one can leave a place. */
export function linesFrom(lines: Line[], place: string | null): Line[] {
  return lines.filter(({ ends: [from, to], both }) => place !== null && (place === from || (both && place === to)));
}

/** The places that a part of the previews names, each once. */
export function previewed(choices: Choice[], part: string): string[] {
  return [...new Set(choices.flatMap((choice) => choice.preview[part] ?? []))];
}

/** The pieces on some places, each kind once with its number. */
export function under(
  stage: Pick<Stage, "pieces">,
  drawing: Description | null,
  places: string[],
): { art: PieceArt; count: number }[] {
  const found = new Map<PieceArt, number>();
  for (const piece of drawing?.pieces ?? []) {
    const art = artOf(stage, piece);
    if (art && art.layer >= 0 && places.includes(piece.point))
      found.set(art, (found.get(art) ?? 0) + (piece.count ?? 1));
  }
  return [...found].map(([art, count]) => ({ art, count }));
}
