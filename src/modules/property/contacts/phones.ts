import Type from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { formats, isBlankText, textValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

/** A contact's phone number. */
export interface Phone {
  readonly label: string;
  readonly number: string;
}

/** Maximum phone numbers per contact. */
const maxPhones = 50;

const texts = {
  label: textValue({ maxLength: 100 }),
  number: textValue({ maxLength: 50, format: formats.phone }),
} as const;

const schema = Type.Array(
  Type.Object({
    label: { ...texts.label.writeSchema, description: "A label such as mobile." },
    number: { ...texts.number.writeSchema, description: "The phone number." },
  }),
  { maxItems: maxPhones },
);

/** A contact's phone numbers. A write replaces them all (the reference, contacts). */
export const phones = () =>
  structure<readonly Phone[]>({ title: "Array", sqlType: "json", schema, accept, isValue: arePhones });

function accept(input: unknown): Accepted<readonly Phone[]> {
  if (!Array.isArray(input)) return problem("must be an array of objects");
  if (input.length > maxPhones) return problem(`has too many elements (maximum is ${maxPhones})`);
  const accepted: Phone[] = [];
  for (const [index, element] of input.entries()) {
    const phone = acceptPhone(element);
    if (typeof phone === "string") return problem(`element ${index + 1}: ${phone}`);
    accepted.push(phone);
  }
  return { value: accepted };
}

/** @returns the phone, or the problem */
function acceptPhone(element: unknown): Phone | string {
  if (!isObject(element)) return "must be an object";
  const unknown = Object.keys(element).find((name) => !Object.hasOwn(texts, name));
  if (unknown !== undefined) return `${unknown.slice(0, 50)} is not an attribute of phones`;
  const label = acceptText("label", element.label);
  const number = acceptText("number", element.number);
  const problems = [label, number].flatMap((text) => ("problem" in text ? [text.problem] : []));
  if ("problem" in label || "problem" in number) return problems.join("; ");
  return { label: label.value, number: number.value };
}

function acceptText(name: keyof typeof texts, value: unknown): Accepted<string> {
  if (value === undefined || value === null || isBlankText(value)) return problem(`${name} can't be blank`);
  const accepted = texts[name].accept(value);
  return "problem" in accepted ? problem(`${name} ${accepted.problem}`) : accepted;
}

function arePhones(candidate: unknown): candidate is readonly Phone[] {
  return (
    Array.isArray(candidate) &&
    candidate.every((phone) => isObject(phone) && typeof phone.label === "string" && typeof phone.number === "string")
  );
}
