/**
 * The lower bound of prefix sums: for each cell of a rental's records, one difference of two running sums, written to a row of 30 (a
 * literal, because that doubles the loop's speed). Without rules, rounding and refusals.
 *
 * All cells go to the same 30 elements. Separate rows per day, as in the records, take a sixth longer, and a parameter instead of 30
 * takes half as long again. The fastest variant is the baseline.
 * @param rows rows of 30 per check-in day: groups of occupancies × kinds
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

/** The same with each difference rounded half up from hundredths of a cent to cents: the lower bound for prices. */
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
