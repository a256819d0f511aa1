import { formats, textValue } from "../../../kernel/values/text.ts";

/** Letters of other scripts that the database takes for an ASCII letter in small: the dotted İ and the sign of the Kelvin. */
const lookalike = /[\u0130\u212a]/;

/**
 * The e-mail address that somebody signs in with. `İ` is an `i` to the database, and another letter to the mail server: who has the mailbox
 * of one address would be the person of the other.
 */
export const personAddress = textValue({
  minLength: 1,
  format: { ...formats.email, matches: (text) => formats.email.matches(text) && !lookalike.test(text) },
});

/**
 * An address as the database compares it (`lower`): letter by letter, so that no spelling that finds the same person counts as another one.
 */
export function foldedAddress(address: string): string {
  return Array.from(address.trim(), (letter) => (letter === "\u0130" ? "i" : letter.toLowerCase())).join("");
}
