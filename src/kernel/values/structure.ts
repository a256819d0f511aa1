import Type, { type TSchema } from "typebox";
import { isLocale, type Locale, locales } from "../locales.ts";
import { isBlankText } from "./text.ts";
import { type Accepted, problem, quoted, type ValueType } from "./value-type.ts";

/** Texts by locale; null clears one. */
export type Translations = Partial<Record<Locale, string | null>>;

/** Removes the blanks that PostgreSQL prints in JSON. */
const compact = (json: string): string => JSON.stringify(JSON.parse(json));

const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

/** A translated text: an object by locale, in JSON and in the database (jsonb). `text` validates each text. */
export function translatedValue(text: ValueType<string>): ValueType<Translations> {
  const byLocale = (schema: TSchema) => ({ type: "object", additionalProperties: nullable(schema) });
  const names = { propertyNames: { enum: [...locales] } };
  return {
    title: "Object",
    sqlType: "jsonb",
    readSchema: byLocale(Type.String()),
    writeSchema: Type.Union([text.writeSchema, { ...byLocale(text.writeSchema), ...names }]),
    localeSchema: text.writeSchema,
    toJson: compact,
    accept(input) {
      if (!isObject(input)) return problem("must be a string or an object of strings by locale");
      const translations: Translations = {};
      for (const [locale, value] of Object.entries(input)) {
        if (!isLocale(locale)) return problem(`has an unknown locale: ${locale.slice(0, 20)}`);
        if (value === null || isBlankText(value)) {
          translations[locale] = null;
          continue;
        }
        const accepted = text.accept(value);
        if ("problem" in accepted) return problem(`${accepted.problem} (${locale})`);
        translations[locale] = accepted.value;
      }
      return { value: translations };
    },
    toDatabase: (value) => JSON.stringify(value),
    fromDatabase(json) {
      const parsed: unknown = JSON.parse(json);
      if (!isTranslations(parsed)) throw new Error("A translated column does not hold strings by locale.");
      return parsed;
    },
    isValue: isTranslations,
  };
}

/** The same where a read shows one locale's text instead of an object. */
export function translatedTextValue(text: ValueType<string>): ValueType<Translations> {
  return { ...translatedValue(text), title: text.title, readSchema: Type.String(), toJson: quoted };
}

/** A JSON structure with its own validation. */
export function structureValue<T>(options: {
  readonly title: string;
  /** The column's type: json keeps the order of keys. */
  readonly sqlType?: "json" | "jsonb";
  readonly schema: TSchema;
  /** The schema of a read, where it has more than a write's. */
  readonly readSchema?: TSchema;
  /** Writes the JSON of a column whose text is not JSON. */
  readonly toJson?: (databaseText: string) => string;
  readonly accept: (input: unknown) => Accepted<T>;
  readonly isValue: (candidate: unknown) => candidate is T;
}): ValueType<T> {
  return {
    title: options.title,
    sqlType: options.sqlType ?? "jsonb",
    readSchema: options.readSchema ?? options.schema,
    writeSchema: options.schema,
    toJson: options.toJson ?? compact,
    accept: options.accept,
    toDatabase: (value) => JSON.stringify(value),
    fromDatabase(text) {
      const parsed: unknown = JSON.parse(options.toJson?.(text) ?? text);
      if (!options.isValue(parsed)) throw new Error("A structured column holds a value of another shape.");
      return parsed;
    },
    isValue: options.isValue,
  };
}

/** The default maximum length of a list of ids. */
const maxIds = 1000;

/** The number of distinct ids in a list. */
export interface IdsLimits {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A list of ids: an array in JSON, `bigint[]` in the database. Sorted, without duplicates. */
export function idsValue({ atLeast = 0, atMost = maxIds }: IdsLimits = {}): ValueType<readonly number[]> {
  const schema = Type.Array(Type.Integer({ minimum: 1 }), {
    ...(atLeast > 0 ? { minItems: atLeast } : {}),
    maxItems: atMost,
  });
  return {
    title: "Array",
    sqlType: "bigint[]",
    readSchema: schema,
    writeSchema: schema,
    toJson: (text) => `[${text.slice(1, -1)}]`,
    accept(input) {
      if (!Array.isArray(input)) return problem("must be an array of ids");
      const ids = new Set<number>();
      for (const item of input) {
        const id = typeof item === "string" && /^\s*\d{1,15}\s*$/.test(item) ? Number(item) : item;
        if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1) return problem("must be an array of ids");
        ids.add(id);
      }
      if (ids.size > atMost) return problem(`has too many ids (maximum is ${atMost})`);
      if (ids.size < atLeast)
        return problem(ids.size === 0 ? "can't be blank" : `has too few ids (minimum is ${atLeast})`);
      return { value: [...ids].sort((a, b) => a - b) };
    },
    toDatabase: (value) => `{${value.join(",")}}`,
    fromDatabase: (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)),
    isValue: (candidate): candidate is readonly number[] => Array.isArray(candidate),
  };
}

/** The same as a search parameter: a comma list. */
export function idListValue(): ValueType<readonly number[]> {
  const value = idsValue();
  const accept: typeof value.accept = (input) =>
    value.accept(typeof input === "string" ? input.split(",").filter((item) => item.trim() !== "") : input);
  return { ...value, accept };
}

/** The maximum length of a list of names, and of one name. */
const [maxNames, maxNameLength] = [500, 100];
const name = new RegExp(`^[a-z][a-z0-9_.]{0,${maxNameLength - 1}}$`);

/**
 * A list of declared names, such as event types: an array in JSON, `text[]` in the database, without duplicates, in written order. The
 * operation checks that the names exist.
 * @param what the noun for one of them, in messages
 */
export function namesValue(what: string): ValueType<readonly string[]> {
  const schema = Type.Array(Type.String({ pattern: name.source }), { minItems: 1, maxItems: maxNames });
  return {
    title: "Array",
    sqlType: "text[]",
    readSchema: schema,
    // Null means that no names were chosen.
    writeSchema: { ...schema, type: ["array", "null"] },
    toJson: (text) => (text === "{}" ? "[]" : `["${text.slice(1, -1).replaceAll(",", '","')}"]`),
    accept(input) {
      if (!Array.isArray(input)) return problem(`must be an array of ${what}s`);
      const names = new Set<string>();
      for (const item of input) {
        if (typeof item !== "string") return problem(`must be an array of ${what}s`);
        if (!name.test(item)) return problem(`has an unknown ${what}: ${item.slice(0, maxNameLength)}`);
        names.add(item);
      }
      if (names.size === 0) return problem("can't be blank");
      if (names.size > maxNames) return problem(`has too many ${what}s (maximum is ${maxNames})`);
      return { value: [...names] };
    },
    toDatabase: (value) => `{${value.join(",")}}`,
    fromDatabase: (text) => (text === "{}" ? [] : text.slice(1, -1).split(",")),
    isValue: areTexts,
  };
}

/** Whether a value is an array of strings. */
export const areTexts = (candidate: unknown): candidate is readonly string[] =>
  Array.isArray(candidate) && candidate.every((text) => typeof text === "string");

/** Whether a JSON value is an object, and not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isTranslations(candidate: unknown): candidate is Translations {
  return isObject(candidate) && Object.values(candidate).every((text) => text === null || typeof text === "string");
}
