/**
 * What prefix sums cost at the very least: for as many cells as the records of a rental have, one difference of two running
 * sums, written to a row of 30 (the literal, because it makes the loop twice as fast). No rule is looked at, nothing is
 * rounded, no price is refused.
 *
 * All cells are computed and stored, but into the same 30 places: a baseline that keeps the rows of a day apart, as the records do,
 * takes a sixth longer, and one whose 30 is a parameter half as long again. The lowest of them is the one to compare with.
 * @param rows how many rows of 30 there are for each check-in day: groups of occupancies × kinds
 */
export function barePrefixSums(sums: Float64Array, days: number, rows: number, row: Float64Array): number {
  let check = 0;
  for (let day = 0; day < days; day++) {
    for (let one = 0; one < rows; one++) {
      const before = sums[day] ?? 0;
      for (let length = 0; length < 30; length++) row[length] = (sums[day + length + 1] ?? 0) - before;
      check += row[29] ?? 0;
    }
  }
  return check;
}

/** The same, and each difference rounded half up from hundredths of the cent to cents: the least that gives prices. */
export function roundedPrefixSums(sums: Float64Array, days: number, rows: number, row: Float64Array): number {
  let check = 0;
  for (let day = 0; day < days; day++) {
    for (let one = 0; one < rows; one++) {
      const before = sums[day] ?? 0;
      for (let length = 0; length < 30; length++) {
        row[length] = Math.floor(((sums[day + length + 1] ?? 0) - before + 50) * 0.01);
      }
      check += row[29] ?? 0;
    }
  }
  return check;
}
