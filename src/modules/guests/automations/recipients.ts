import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

const maxRecipients = 10;
const address = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;
const isAddress = (item: unknown): item is string =>
  typeof item === "string" && item.length <= 254 && address.test(item);
const isList = (candidate: unknown): candidate is readonly string[] =>
  Array.isArray(candidate) && candidate.every((item) => typeof item === "string");

function accept(input: unknown): Accepted<readonly string[]> {
  if (!Array.isArray(input)) return problem("must be an array of e-mail addresses");
  const addresses = input.map((item) => (typeof item === "string" ? item.trim() : item));
  if (addresses.length > maxRecipients) return problem(`has too many addresses (maximum is ${maxRecipients})`);
  if (addresses.length === 0 || !addresses.every(isAddress)) return problem("must be an array of e-mail addresses");
  return { value: [...new Set(addresses)] };
}

/** E-mail addresses of people: one to ten, without duplicates. */
export const recipientList = () =>
  structure<readonly string[]>({
    title: "Array",
    schema: Type.Array(Type.String({ format: "email" }), { minItems: 1, maxItems: maxRecipients }),
    accept,
    isValue: isList,
  });
