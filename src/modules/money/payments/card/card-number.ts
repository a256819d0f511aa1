import Type from "typebox";
import { Attribute } from "../../../../kernel/attribute.ts";
import { textValue } from "../../../../kernel/values/text.ts";
import { problem, type ValueType } from "../../../../kernel/values/value-type.ts";

/** Groups of digits that stand together, as people and forms separate those of a card. */
const digitRuns = /\d+(?:[\s\-–—._·•*|,:]{1,3}\d+)*/g;

/** How long the numbers of an issuer are, by how they begin. */
const issuers =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12,17}|35\d{14,17}|(?:50|5[6-9]|6\d)\d{11,17})$/;

/** What stands for a card that is masked already: marks, and the last four digits. */
const maskedCard = /^(?:[X*x•#.]+[ -]?)*(\d{4})$/;

const text = textValue();

/** The card with only its last four digits: `XXXX-XXXX-XXXX-1234`. */
export function maskedCardOf(lastFour: string): string {
  return `XXXX-XXXX-XXXX-${lastFour}`;
}

/**
 * Whether a text holds the number of a payment card: 13 to 19 digits, in groups or not, that are as an issuer's and satisfy the check
 * digit. What else stands beside it, such as when it expires, hides nothing.
 */
export function holdsCardNumber(candidate: string): boolean {
  for (const [run] of candidate.normalize("NFKC").matchAll(digitRuns)) {
    const groups = run.match(/\d+/g) ?? [];
    if (groups.some((_, index) => holdsFrom(groups, index))) return true;
  }
  return false;
}

/** Whether some groups make a card's number, from one of them on. */
function holdsFrom(groups: readonly string[], start: number): boolean {
  let digits = "";
  for (let index = start; index < groups.length; index++) {
    digits += groups[index];
    if (digits.length > 19) return false;
    if (issuers.test(digits) && passesLuhn(digits)) return true;
  }
  return false;
}

/** The check digit of ISO/IEC 7812. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * A card, masked as it comes in: whatever reads the draft never sees a full number, and no message repeats it (bookings.md, Payments).
 */
const cardValue: ValueType<string> = {
  ...text,
  writeSchema: Type.String({ maxLength: 255 }),
  accept(input) {
    const accepted = text.accept(input);
    if ("problem" in accepted) return accepted;
    const written = accepted.value.trim();
    const digits = written.replace(/[ \-.]/g, "");
    const lastFour = /^\d{12,19}$/.test(digits) ? digits.slice(-4) : maskedCard.exec(written)?.[1];
    return lastFour === undefined
      ? problem("must be a card number, or one of which only the last four digits are visible")
      : { value: maskedCardOf(lastFour) };
  },
};

export const card = () => new Attribute(cardValue);

/** What is shown of a token that is not used yet: its end, where there is enough before it to hide. */
export function maskedToken(token: string): string {
  return token.length > 8 ? `…${token.slice(-4)}` : "…";
}
