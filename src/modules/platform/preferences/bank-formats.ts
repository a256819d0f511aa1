/** Formats of a business's numbers. */

/** The remainder of an IBAN by 97 is 1 (ISO 13616). */
function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(compact)) return false;
  const digits = `${compact.slice(4)}${compact.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

const compact = (text: string): string => text.replace(/\s/g, "").toUpperCase();

export const iban = { complete: compact, matches: isIban, problem: "must be an IBAN" };

export const bic = {
  complete: compact,
  matches: (text: string) => /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text),
  problem: "must be a BIC of 8 or 11 characters",
};

/** A VAT or tax number: letters, digits and separators. */
export const taxIdentifier = {
  matches: (text: string) => /^[\p{L}\d][\p{L}\d .\-/]*$/u.test(text) && /\d/.test(text),
  problem: "must contain at least one digit, and otherwise only letters, digits, spaces and . - /",
};
