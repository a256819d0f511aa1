import { formats, textValue } from "../../../kernel/values/text.ts";

/** Characters that the database lower-cases to an ASCII letter: the dotted İ and the Kelvin sign. */
const lookalike = /[\u0130\u212a]/;

/**
 * A person's sign-in address. `İ` equals `i` for the database but not for a mail server, so the owner of one mailbox could take over
 * the other person's account.
 */
export const personAddress = textValue({
  minLength: 1,
  format: { ...formats.email, matches: (text) => formats.email.matches(text) && !lookalike.test(text) },
});

/**
 * Folds an address as the database does (`lower`), letter by letter, so that all spellings of one person's address count as one.
 */
export function foldedAddress(address: string): string {
  return Array.from(address.trim(), (letter) => (letter === "\u0130" ? "i" : letter.toLowerCase())).join("");
}
