import { countryCode } from "../countries.ts";

/** Prefixes of VAT numbers that are no country's code: Greece and Northern Ireland. */
const otherPrefixes = new Set(["EL", "XI"]);

/** A VAT number without blanks and separators, in upper case. */
export const compactVatNumber = (text: string): string => text.replace(/[\s.\-/]/g, "").toUpperCase();

/** Whether a text is a VAT number with its country's prefix, which EN 16931 asks for (BR-CO-09). */
export function isVatNumber(text: string | null): text is string {
  if (text === null) return false;
  const compact = compactVatNumber(text);
  const prefix = compact.slice(0, 2);
  return /^[A-Z]{2}[A-Z0-9+*]{2,18}$/.test(compact) && (otherPrefixes.has(prefix) || countryCode.matches(prefix));
}
