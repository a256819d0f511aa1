import { type Applicability, periodsInOrder, periodsOf } from "../applicability.ts";

/** The nights `first` … `end` - 1 of a table. Night n has the index n - first. */
export interface NightWindow {
  readonly first: number;
  readonly end: number;
}

/** The indices `from` … `to` - 1 of a table. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The spans of a window in which something is in force, sorted and without overlap. */
export function spansInForce(applies: Applicability, window: NightWindow): readonly Span[] {
  const size = window.end - window.first;
  if (applies.when === "always") return [{ from: 0, to: size }];
  const spans: Span[] = [];
  for (const { start, end } of periodsInOrder(periodsOf(applies))) {
    if (start >= window.end) break;
    const from = Math.max(start - window.first, 0);
    const to = Math.min(end + 1 - window.first, size);
    if (from < to) spans.push({ from, to });
  }
  return spans;
}

/** The same among listed nights (ascending epoch days). Night `nights[n]` has the index n. */
export function spansAmong(applies: Applicability, nights: Int32Array): readonly Span[] {
  if (applies.when === "always") return [{ from: 0, to: nights.length }];
  const spans: Span[] = [];
  for (const { start, end } of periodsInOrder(periodsOf(applies))) {
    const from = countBefore(start, nights);
    const to = countBefore(end + 1, nights);
    if (from < to) spans.push({ from, to });
  }
  return spans;
}

/** The number of nights before a day. */
function countBefore(day: number, nights: Int32Array): number {
  let [low, high] = [0, nights.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((nights[middle] ?? day) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}
