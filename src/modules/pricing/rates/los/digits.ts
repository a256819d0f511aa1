/**
 * Writes numbers as digits, four at a time: a response has a quarter of a million prices, and strings or single bytes are too slow.
 * A word is four bytes, little-endian. The next write overwrites its unused trailing bytes.
 */

/** The four digits of every number below 10,000: `0042`. */
const padded = new Uint32Array(10_000);
/** The same without leading zeros (`42`), and the number of digits. */
const leading = new Uint32Array(10_000);
const leadingLengths = new Uint8Array(10_000);
for (let number = 0; number < 10_000; number++) {
  const text = String(number);
  padded[number] = wordOf(text.padStart(4, "0"));
  leading[number] = wordOf(text);
  leadingLengths[number] = text.length;
}

/** The fraction of an amount by hundredths (`.5"`, `.25"`), and its length. */
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

/** The bytes behind a number that a write may overwrite. */
export const spareBytes = 4;

/** Writes the digits of a whole number (non-negative, below 2^53) at `at`. @returns the end offset */
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

/** Up to this, an amount is a 32-bit integer and × 0.01 is exact; above, digits come from a division. */
const largestSmall = 2 ** 31 - 1;

/**
 * Writes amounts (non-negative hundredths) at `at` as a JSON array in the format of `formatHundredths`:
 * `["0.0","100.0","150.25"]`. @returns the end offset
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

/** Writes an amount with 32-bit arithmetic, and its closing quotation mark. */
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
