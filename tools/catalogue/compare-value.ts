import type { Declared } from "./declared.ts";
import type { AttributeFacts, Catalogue } from "./facts.ts";
import { type Finding, finding } from "./finding.ts";

/** Compares an attribute's type, limits, required flag and enumeration. */
export function compareValue(
  what: string,
  facts: AttributeFacts,
  declared: Declared,
  enums: Catalogue["enums"],
): Finding[] {
  return [
    ...compareType(what, facts, declared),
    ...(facts.required && !declared.required ? [finding(`${what} required`, "required", "optional")] : []),
    ...compareLimits(what, facts, declared),
    ...compareEnum(what, facts, declared, enums),
  ];
}

/** The catalogue's synonyms for types. */
const kinds: Readonly<Record<string, string>> = {
  BigInteger: "Integer",
  integer: "Integer",
  "Float/Integer": "Float",
  "String[UUID]": "UUID",
  "Array of Integers": "Array",
  "Array of Strings": "Array",
  "Array[Decimal]": "Array",
  Text: "String",
  // A file arrives as base64 or as a form part.
  File: "String",
};
const kindOf = (type: string): string => kinds[type] ?? type;

function compareType(what: string, facts: AttributeFacts, { type }: Declared): Finding[] {
  // Relations and nested lists are always ids and objects.
  if (type === undefined || kindOf(facts.type) === kindOf(type)) return [];
  return [finding(`${what} type`, facts.type, type)];
}

function compareLimits(what: string, { limits }: AttributeFacts, { schema }: Declared): Finding[] {
  if (schema === undefined) return [];
  const declared = JSON.stringify(schema);
  return Object.entries(limits).flatMap(([name, value]) => {
    // Parsing a map checks its number of values.
    if (name === "values") return [];
    if (declared.includes(`"${name}":${name === "format" ? `"${value}"` : value}`)) return [];
    const integer = name === "exclusiveMinimum" ? `"minimum":${Number(value) + 1}` : undefined;
    if (integer !== undefined && declared.includes(integer)) return [];
    return [finding(`${what} ${name}`, value, limitIn(declared, name))];
  });
}

const limitIn = (schema: string, name: string): string => new RegExp(`"${name}":([^,}]+)`).exec(schema)?.[1] ?? "none";

function compareEnum(
  what: string,
  { oneOf }: AttributeFacts,
  declared: Declared,
  enums: Catalogue["enums"],
): Finding[] {
  if (oneOf === undefined) return [];
  const values = declared.values ?? valuesIn(declared.schema);
  const expected = enums[oneOf] ?? [];
  const missing = expected.filter((value) => !values.includes(value));
  return missing.length === 0 ? [] : [finding(`${what} values`, missing.join(" "), values.join(" ") || "any")];
}

/** Collects the enumeration values nested in a schema. */
function valuesIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("enum" in schema && Array.isArray(schema.enum)) return schema.enum.map(String);
  return Object.values(schema).flatMap(valuesIn);
}
