import Type from "typebox";
import { countryCode } from "../../../../core/countries.ts";
import { structure } from "../../../../kernel/attribute.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { formats, isBlankText, textValue } from "../../../../kernel/values/text.ts";
import { problem, type ValueType } from "../../../../kernel/values/value-type.ts";
import type { Buyer } from "./invoice-document.ts";

/** The recipient's texts in a request: null leaves one out. */
export type BuyerInput = Partial<Buyer>;

const line = textValue({ maxLength: 150 });

const texts: Readonly<Record<keyof Buyer, ValueType<string>>> = {
  name: line,
  company: line,
  vat_number: textValue({ maxLength: 30 }),
  email: textValue({ format: formats.email }),
  reference: textValue({ maxLength: 100 }),
  address1: line,
  address2: line,
  city: line,
  state: line,
  zip: textValue({ maxLength: 15 }),
  country_code: textValue({ maxLength: 2, format: countryCode }),
};

const isName = (name: string): name is keyof Buyer => Object.hasOwn(texts, name);
const isInput = (candidate: unknown): candidate is BuyerInput =>
  isObject(candidate) &&
  Object.entries(candidate).every(([name, text]) => isName(name) && (text === null || typeof text === "string"));

const schema = Type.Partial(
  Type.Object(
    Object.fromEntries(
      Object.entries(texts).map(([name, { writeSchema }]) => [name, Type.Union([writeSchema, Type.Null()])]),
    ),
  ),
);

/** The recipient of an invoice. A write names what differs from the guest's record. */
export const buyerAttribute = () =>
  structure<BuyerInput>({
    title: "Object",
    schema,
    accept(input) {
      if (!isObject(input)) return problem("must be an object");
      const buyer: BuyerInput = {};
      for (const [name, value] of Object.entries(input)) {
        if (!isName(name))
          return problem(`has an unknown member: ${name.slice(0, 20)}. Use: ${Object.keys(texts).join(", ")}`);
        if (value === null || isBlankText(value)) {
          buyer[name] = null;
          continue;
        }
        const accepted = texts[name].accept(value);
        if ("problem" in accepted) return problem(`${accepted.problem} (${name})`);
        buyer[name] = accepted.value;
      }
      return { value: buyer };
    },
    isValue: isInput,
  });
