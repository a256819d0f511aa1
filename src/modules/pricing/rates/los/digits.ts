/**
 * Numbers as digits, four at a time: as concatenated texts, or byte by byte, the quarter of a million prices of an answer took most of its
 * time. A word is four bytes, the first of them the lowest. Bytes behind those that count are written over by what follows.
 */

/** The four digits of every number below 10,000: `0042`. */
const padded = new Uint32Array(10_000);
/** The same without leading zeros, and how many digits are left: `42`. */
const leading = new Uint32Array(10_000);
const leadingLengths = new Uint8Array(10_000);
for (let number = 0; number < 10_000; number++) {
  const text = String(number);
  padded[number] = wordOf(text.padStart(4, "0"));
  leading[number] = wordOf(text);
  leadingLengths[number] = text.length;
}

/** What follows the whole units of an amount, for each number of hundredths, and how long it is: `.5"` and `.25"`. */
const fractions = new Uint32Array(100);
const fractionLengths = new Uint8Array(100);
for (let hundredths = 0; hundredths < 100; hundredths++) {
  const text = `.${String(hundredths).padStart(2, "0").replace(/0$/, "")}"`;
  fractions[hundredths] = wordOf(text);
  fractionLengths[hundredths] = text.length;
}

const opening = wordOf('["');
const separator = wordOf(',"');
const closing = wordOf("]");

function wordOf(text: string): number {
  return Buffer.from(text.padEnd(4, "\0")).readUInt32LE();
}

/** So many bytes behind a number may be written over. */
export const spareBytes = 4;

/** Writes the digits of a whole number (not negative, below 2^53) from `at` on. @returns where they end */
export function writeWhole(bytes: DataView, at: number, number: number): number {
  if (number < 10_000) {
    bytes.setUint32(at, leading[number] ?? 0, true);
    return at + (leadingLengths[number] ?? 0);
  }
  const high = Math.floor(number / 10_000);
  const end = writeWhole(bytes, at, high);
  bytes.setUint32(end, padded[number - high * 10_000] ?? 0, true);
  return end + 4;
}

/** Above this an amount's digits are found by dividing: what is below is a 32-bit integer, and × 0.01 is exact. */
const largestSmall = 2 ** 31 - 1;

/**
 * Writes amounts (hundredths, not negative) from `at` on as a JSON array of decimals with at least one place,
 * `["0.0","100.0","150.25"]`: what `formatHundredths` answers. @returns where it ends
 */
export function writeAmounts(bytes: DataView, at: number, amounts: Float64Array): number {
  let end = at;
  for (let index = 0; index < amounts.length; index++) {
    const amount = amounts[index] ?? 0;
    bytes.setUint16(end, index === 0 ? opening : separator, true);
    end = amount <= largestSmall ? writeSmall(bytes, end + 2, amount | 0) : writeLarge(bytes, end + 2, amount);
  }
  bytes.setUint8(end, closing);
  return end + 1;
}

/** The amount in 32-bit integers, and the quotation mark behind it. */
function writeSmall(bytes: DataView, at: number, amount: number): number {
  const whole = (amount * 0.01) | 0;
  const hundredths = (amount - Math.imul(whole, 100)) | 0;
  let end = at;
  if (whole < 10_000) {
    bytes.setUint32(end, leading[whole] ?? 0, true);
    end += leadingLengths[whole] ?? 0;
  } else end = writeWhole(bytes, end, whole);
  bytes.setUint32(end, fractions[hundredths] ?? 0, true);
  return end + (fractionLengths[hundredths] ?? 0);
}

function writeLarge(bytes: DataView, at: number, amount: number): number {
  const whole = Math.floor(amount / 100);
  const hundredths = amount - whole * 100;
  const end = writeWhole(bytes, at, whole);
  bytes.setUint32(end, fractions[hundredths] ?? 0, true);
  return end + (fractionLengths[hundredths] ?? 0);
}
