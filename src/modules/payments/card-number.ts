import Type from "typebox";
import { Attribute } from "../../kernel/attribute.ts";
import { textValue } from "../../kernel/values/text.ts";
import { problem, type ValueType } from "../../kernel/values/value-type.ts";

/** Digits of cards that are in use: a text of so many digits, in groups or not. */
const digitRuns = /(?<!\d)\d(?:[ \-.]?\d){12,18}(?!\d)/g;

/** What stands for a card that is masked already: marks, and the last four digits. */
const maskedCard = /^(?:[X*x•#.]+[ -]?)*(\d{4})$/;

const text = textValue();

/** The card with only its last four digits: `XXXX-XXXX-XXXX-1234`. */
export function maskedCardOf(lastFour: string): string {
  return `XXXX-XXXX-XXXX-${lastFour}`;
}

/** Whether a text holds the number of a payment card: 13 to 19 digits that begin as issuers' do, and satisfy the check digit. */
export function holdsCardNumber(candidate: string): boolean {
  for (const [run] of candidate.matchAll(digitRuns)) {
    const digits = run.replace(/\D/g, "");
    if (/^[2-6]/.test(digits) && passesLuhn(digits)) return true;
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
    if (written === "") return { value: "" };
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
