/** Readable text colours on coloured backgrounds. */

/** Black or white, whichever is read better on a colour written as #rrggbb. */
export function inkOn(colour: string): "#000" | "#fff" {
  const [red, green, blue] = [1, 3, 5].map((start) => linear(parseInt(colour.slice(start, start + 2), 16) / 255));
  const light = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  return (light + 0.05) ** 2 > 1.05 * 0.05 ? "#000" : "#fff"; // where both contrasts are equal
}

function linear(share: number): number {
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
