/** The four digits of every number below 10,000, one after the other. */
const digits = new Uint8Array(40_000);
for (let number = 0; number < 10_000; number++) {
  for (let index = 0; index < 4; index++)
    digits[number * 4 + index] = 48 + (Math.floor(number / 10 ** (3 - index)) % 10);
}

const zero = 48;
const point = 46;
const quote = 34;
const comma = 44;
const opening = 91;
const closing = 93;

/** Writes the digits of a whole number (not negative, below 2^53) from `at` on. @returns where they end */
export function writeWhole(bytes: Uint8Array, at: number, number: number): number {
  let end = at;
  if (number >= 10_000) {
    const high = Math.floor(number / 10_000);
    end = writeWhole(bytes, end, high);
    const low = (number - high * 10_000) * 4;
    for (let index = low; index < low + 4; index++) bytes[end++] = digits[index] ?? zero;
    return end;
  }
  const index = number * 4;
  if (number >= 1000) bytes[end++] = digits[index] ?? zero;
  if (number >= 100) bytes[end++] = digits[index + 1] ?? zero;
  if (number >= 10) bytes[end++] = digits[index + 2] ?? zero;
  bytes[end++] = digits[index + 3] ?? zero;
  return end;
}

/**
 * Writes amounts (hundredths, not negative) as a JSON array of decimals with at least one place, `["0.0","100.0","150.25"]`: what
 * `formatHundredths` answers, from the first byte on. @returns where it ends
 */
export function writeAmounts(bytes: Uint8Array, amounts: Float64Array): number {
  let end = 0;
  bytes[end++] = opening;
  for (let index = 0; index < amounts.length; index++) {
    const amount = amounts[index] ?? 0;
    const whole = Math.floor(amount / 100);
    const rest = (amount - whole * 100) * 4;
    if (index > 0) bytes[end++] = comma;
    bytes[end++] = quote;
    end = writeWhole(bytes, end, whole);
    bytes[end++] = point;
    bytes[end++] = digits[rest + 2] ?? zero;
    const last = digits[rest + 3] ?? zero;
    if (last !== zero) bytes[end++] = last;
    bytes[end++] = quote;
  }
  bytes[end++] = closing;
  return end;
}
