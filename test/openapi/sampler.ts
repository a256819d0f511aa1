import fc from "fast-check";
import type { Json } from "../harness/client.ts";

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown, fallback: number): number => (typeof value === "number" ? value : fallback);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Resolves a reference in the document. */
export function resolved(document: Json, schema: unknown): Json {
  let found: unknown = schema;
  while (isJson(found) && typeof found.$ref === "string") {
    const path = found.$ref.split("/").slice(1);
    found = path.reduce<unknown>((parent, name) => (isJson(parent) ? parent[name] : undefined), document);
  }
  if (!isJson(found)) throw new Error(`There is no schema: ${JSON.stringify(schema)}`);
  return found;
}

/** The properties of an object's schema. */
export const propertiesOf = (schema: Json): Json => (isJson(schema.properties) ? schema.properties : {});

/** Generates values that a schema in the document allows. @param known ids by the name of their property */
export class Sampler {
  private readonly document: Json;
  private readonly known: (property: string) => number | string | undefined;

  constructor(document: Json, known: (property: string) => number | string | undefined) {
    this.document = document;
    this.known = known;
  }

  /** Draws values; the same seed gives the same values. */
  sample(schema: unknown, property: string, count: number, seed: number): unknown[] {
    return fc.sample(this.values(schema, property), { numRuns: count, seed });
  }

  private values(given: unknown, property: string): fc.Arbitrary<unknown> {
    const schema = resolved(this.document, given);
    const id = this.known(property);
    if (id !== undefined) return fc.constant(property.endsWith("_ids") ? [id] : id);
    if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
    if (Array.isArray(schema.anyOf)) return fc.oneof(...schema.anyOf.map((one) => this.values(one, property)));
    const types = [schema.type].flat();
    return fc.oneof(...types.map((type) => this.valuesOf(textOf(type), schema)));
  }

  private valuesOf(type: string, schema: Json): fc.Arbitrary<unknown> {
    switch (type) {
      case "null":
        return fc.constant(null);
      case "boolean":
        return fc.boolean();
      case "integer":
        return fc.integer({ min: numberOf(schema.minimum, 1), max: numberOf(schema.maximum, 1000) });
      case "number":
        return numbers(schema);
      case "string":
        return texts(schema);
      case "array":
        return fc.array(this.values(schema.items, ""), {
          minLength: numberOf(schema.minItems, 0),
          maxLength: Math.min(numberOf(schema.maxItems, 3), 3),
        });
      case "object":
        return this.objects(schema);
      default:
        throw new Error(`The sampler cannot make a ${type}: add it.`);
    }
  }

  private objects(schema: Json): fc.Arbitrary<unknown> {
    if (schema.additionalProperties !== undefined && isJson(schema.additionalProperties))
      return fc.record({ en: this.values(schema.additionalProperties, "") });
    const required = new Set(listOf(schema.required));
    const members = Object.entries(propertiesOf(schema)).filter(
      ([name]) => !/_[a-z]{2}(-[A-Z]{2})?$/.test(name) || !isLocalized(schema, name),
    );
    const model = Object.fromEntries(members.map(([name, member]) => [name, this.values(member, name)]));
    const optional = Object.keys(model).filter((name) => !required.has(name));
    return fc
      .tuple(fc.record(model), fc.subarray(optional, { maxLength: Math.min(4, optional.length) }))
      .map(([whole, kept]) =>
        Object.fromEntries(Object.entries(whole).filter(([name]) => required.has(name) || kept.includes(name))),
      );
  }
}

/** Whether a property is a translation in one locale. Tests use only `…_en`. */
export function isLocalized(schema: Json, name: string): boolean {
  const base = /^(.+)_[a-z]{2}(-[A-Z]{2})?$/.exec(name)?.[1];
  const reference = propertiesOf(schema)[name];
  return base !== undefined && isJson(reference) && textOf(reference.$ref).includes("/localized_text_");
}

function numbers(schema: Json): fc.Arbitrary<number> {
  const least = numberOf(schema.minimum ?? schema.exclusiveMinimum, -1000);
  const most = Math.min(numberOf(schema.maximum ?? schema.exclusiveMaximum, 1000), 100_000);
  return fc.integer({ min: Math.ceil(Math.max(least, -100_000)) + 1, max: Math.floor(most) - 1 });
}

const aDay = 86_400_000;

/** A day within a year from today, because some operations refuse later ones. */
const day = fc
  .integer({ min: 30, max: 300 })
  .map((ahead) => new Date(Math.floor(Date.now() / aDay) * aDay + ahead * aDay));
const word = fc.stringMatching(/^[A-Za-z][a-z ]{2,12}[a-z]$/);

function texts(schema: Json): fc.Arbitrary<string> {
  switch (schema.format) {
    case "date":
      return day.map((date) => date.toISOString().slice(0, 10));
    case "date-time":
      return day.map((date) => `${date.toISOString().slice(0, 19)}Z`);
    case "email":
      return fc.stringMatching(/^[a-z]{3,9}@[a-z]{3,9}\.example$/);
    case "uri":
      return fc.stringMatching(/^https:\/\/[a-z]{3,9}\.example\/[a-z]{0,5}$/);
    case "uuid":
      return fc.uuid();
    default:
      if (typeof schema.pattern === "string") return fc.stringMatching(new RegExp(schema.pattern, "u"));
      return word.map((text) => text.slice(0, numberOf(schema.maxLength, 20)));
  }
}
