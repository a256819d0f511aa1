/** The optimal string alignment distance: insertions, deletions, replacements and swaps of neighbors. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;

/** The candidate nearest to a text; the first of equally near ones, undefined without candidates. */
export function nearest(text: string, among: Iterable<string>): string | undefined {
  let found: { readonly text: string; readonly distance: number } | undefined;
  for (const candidate of among) {
    const distance = editDistance(text, candidate);
    if (!found || distance < found.distance) found = { text: candidate, distance };
  }
  return found?.text;
}
