/** An international number: the calling code, optional zeros, and the rest. */
const withCode =
  /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[05-9]\d|9[679]\d)0*(\d+)$/;

/** Shorter texts match too many numbers. */
const minDigits = 4;
const minInternationalDigits = 9;

/**
 * The ends of stored numbers that a telephone number, or its end, in any notation means. Stored numbers have a calling code where it is
 * known; a blank before an end marks a number's beginning. Undefined for fewer than four digits.
 */
export function phoneEnds(written: string): string[] | undefined {
  const allDigits = written.replace(/\D/g, "");
  const digits = allDigits.replace(/^0+/, "");
  if (digits.length < minDigits) return undefined;
  const [, code = "", national = ""] = digits.length < minInternationalDigits ? [] : (withCode.exec(digits) ?? []);
  const isInternational = /^\s*(\+|00)/.test(written);
  // Without a plus, leading digits that look like a calling code may belong to the number.
  const ends = isInternational && code !== "" ? [code + national] : [digits, code + national, afterTrunk(allDigits)];
  const whole = code === "" ? [] : [` ${national}`];
  return [...new Set(ends.filter((end) => end !== "")), ...whole];
}

/** The number after a trunk prefix other than 0, which a few countries use. */
function afterTrunk(digits: string): string {
  if (/^8\d{10}$/.test(digits)) return digits.slice(1);
  return /^06\d{8,9}$/.test(digits) ? digits.slice(2) : "";
}
