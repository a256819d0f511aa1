import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { areTexts } from "../../../kernel/values/structure.ts";
import { isBlankText, textValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

const maxRecipients = 10;
const address = textValue({
  maxLength: 254,
  format: {
    matches: (text) => /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/.test(text),
    problem: "must be an e-mail address",
  },
});
function accept(input: unknown): Accepted<readonly string[]> {
  const refused = problem("must be an array of e-mail addresses");
  if (!Array.isArray(input) || input.length === 0) return refused;
  if (input.length > maxRecipients) return problem(`has too many addresses (maximum is ${maxRecipients})`);
  const addresses = new Set<string>();
  for (const item of input) {
    const accepted = isBlankText(item) ? refused : address.accept(typeof item === "string" ? item.trim() : item);
    if ("problem" in accepted) return refused;
    addresses.add(accepted.value);
  }
  return { value: [...addresses] };
}

/** E-mail addresses of people: one to ten, without duplicates. */
export const recipientList = () =>
  structure<readonly string[]>({
    title: "Array",
    schema: Type.Array(Type.String({ format: "email" }), { minItems: 1, maxItems: maxRecipients }),
    accept,
    isValue: areTexts,
  });
