import { countryCode } from "../../../core/countries.ts";
import { Attribute } from "../../../kernel/attribute.ts";
import { isObject, structureValue } from "../../../kernel/values/structure.ts";
import { formats, textValue } from "../../../kernel/values/text.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import { type DetailElement, detailSchemas } from "./detail-schemas.ts";

/** An address, e-mail address or phone number, as JSON. */
export type Detail = Readonly<Record<string, unknown>>;

/** A client's list of addresses, e-mail addresses or phone numbers (the registry, clients). */
export interface DetailGroup extends DetailElement {
  readonly name: "addresses" | "emails" | "phones";
}

const label = textValue({ maxLength: 100 });
const country = textValue({ maxLength: 2, format: countryCode });
const line = textValue({ maxLength: 100 });

export const addressGroup: DetailGroup = {
  name: "addresses",
  texts: {
    label,
    address1: line,
    address2: line,
    city: line,
    state: line,
    zip: textValue({ maxLength: 15 }),
    country_code: country,
  },
  required: [],
  lockable: false,
};

export const emailGroup: DetailGroup = {
  name: "emails",
  texts: { label, email: textValue({ format: formats.email }) },
  required: ["email"],
  lockable: true,
};

export const phoneGroup: DetailGroup = {
  name: "phones",
  texts: { label, number: textValue({ maxLength: 50, format: formats.phone }), country_code: country },
  required: ["label", "number"],
  lockable: true,
};

/** Maximum elements per group. */
const maxElements = 50;

/**
 * Defines a group's attribute. It accepts any list of objects; check-details.ts checks the elements and reports every problem.
 * The operation stores them and assigns their ids.
 */
export function detailList(group: DetailGroup) {
  const stored = structureValue<readonly Detail[]>({
    title: "Array",
    sqlType: "json",
    ...detailSchemas(group, maxElements),
    accept(input) {
      if (!isDetails(input)) return problem("must be an array of objects");
      return input.length > maxElements
        ? problem(`has too many elements (maximum is ${maxElements})`)
        : { value: input };
    },
    isValue: isDetails,
  });
  const fromDatabase = (json: string) => firstIsPrimary(stored.fromDatabase(json));
  return new Attribute({ ...stored, fromDatabase, toJson: (json) => JSON.stringify(fromDatabase(json)) })
    .neverNull()
    .persistedByOperation()
    .description(
      "The first element is the default. A write replaces the whole array; elements with an id keep their identity.",
    );
}

/** `primary` follows the position, even for elements stored by earlier releases (service.md, Client). */
function firstIsPrimary(details: readonly Detail[]): readonly Detail[] {
  return details.map((detail, index) => ({ ...detail, primary: index === 0 }));
}

function isDetails(candidate: unknown): candidate is readonly Detail[] {
  return Array.isArray(candidate) && candidate.every(isObject);
}
