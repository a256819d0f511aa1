import Type from "typebox";
import { Attribute } from "../../../../kernel/attribute.ts";
import { textValue } from "../../../../kernel/values/text.ts";
import { problem, type ValueType } from "../../../../kernel/values/value-type.ts";

/** Adjacent groups of digits, with the separators that people and forms use in card numbers. */
const digitRuns = /\d+(?:[\s\-–—._·•*|,:]{1,3}\d+)*/g;

/** Card number lengths by issuer prefix. */
const issuers =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12,17}|35\d{14,17}|(?:50|5[6-9]|6\d)\d{11,17})$/;

/** An already masked card: mask characters and the last four digits. */
const maskedCard = /^(?:[X*x•#.]+[ -]?)*(\d{4})$/;

const text = textValue();

/** A masked card number: `XXXX-XXXX-XXXX-1234`. */
export function maskedCardOf(lastFour: string): string {
  return `XXXX-XXXX-XXXX-${lastFour}`;
}

/**
 * Whether a text contains a card number: 13 to 19 digits, grouped or not, with an issuer's prefix and a valid check digit.
 * Adjacent digits, such as an expiry date, do not hide it.
 */
export function holdsCardNumber(candidate: string): boolean {
  for (const [run] of candidate.normalize("NFKC").matchAll(digitRuns)) {
    const groups = run.match(/\d+/g) ?? [];
    if (groups.some((_, index) => holdsFrom(groups, index))) return true;
  }
  return false;
}

/** Whether consecutive groups from `start` form a card number. */
function holdsFrom(groups: readonly string[], start: number): boolean {
  let digits = "";
  for (let index = start; index < groups.length; index++) {
    digits += groups[index];
    if (digits.length > 19) return false;
    if (issuers.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}

/** Verifies the check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * A card, masked on input: no code behind the draft sees the full number, and no message repeats it (bookings.md, Payments).
 */
const cardValue: ValueType<string> = {
  ...text,
  writeSchema: Type.String({ maxLength: 255 }),
  accept(input) {
    const accepted = text.accept(input);
    if ("problem" in accepted) return accepted;
    const trimmed = accepted.value.trim();
    const digits = trimmed.replace(/[ \-.]/g, "");
    const lastFour = /^\d{12,19}$/.test(digits) ? digits.slice(-4) : maskedCard.exec(trimmed)?.[1];
    return lastFour === undefined
      ? problem("must be a card number, in full or masked to its last four digits")
      : { value: maskedCardOf(lastFour) };
  },
};

export const card = () => new Attribute(cardValue);

/** Masks an unused token: keeps its last four characters if it is long enough. */
export function maskedToken(token: string): string {
  return token.length > 8 ? `…${token.slice(-4)}` : "…";
}
