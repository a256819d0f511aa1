import Type, { type TSchema } from "typebox";
import { ClosedSet } from "../core/closed-set.ts";
import type { Scope } from "./access/scopes.ts";
import { integerValue } from "./values/number.ts";
import { idListValue } from "./values/structure.ts";
import { textValue } from "./values/text.ts";
import { booleanValue, endValue, timeValue } from "./values/time.ts";
import { type Accepted, problem, type ValueType } from "./values/value-type.ts";

/**
 * A search parameter of a list: how its text is parsed, and its SQL condition. In the condition, `:name` is the value of the parameter with
 * that name (null when absent), and `:application` is the calling application.
 */
export interface SearchParameter {
  readonly type: Pick<ValueType<unknown>, "title" | "sqlType" | "readSchema"> & {
    accept(input: unknown): Accepted<unknown>;
    toDatabase(value: unknown): string | number | boolean;
  };
  readonly condition: string;
  /** Rows that the condition reads by this name: a statement computes them once, for the page and for its total. */
  readonly shared?: SharedRows;
  /** Applies when the parameter is absent, unless a filter lifts it. */
  readonly defaultCondition?: Default;
  /** A list without it is refused with 400. */
  readonly required?: true;
  /** The caller needs one of these scopes to use the parameter. */
  readonly scopes?: readonly Scope[];
  /** Answers are not cached: its result depends on data outside the account's rows and the usual moments (see `ResourceDeclaration`). */
  readonly uncached?: true;
  /** A filter by this name is read as another parameter that accepts several values (agent.md, Filters). */
  readonly filteredAs?: string;
  /** Another parameter that it requires, because ids of several resources overlap. */
  readonly requires?: string;
  /** Compares what a row's public form hides: it finds only the caller's own rows. */
  readonly revealsHidden?: true;
  readonly description: string;
}

/** A part of a statement that several conditions read. */
export interface SharedRows {
  readonly name: string;
  readonly sql: string;
}

/**
 * A list's default condition. A filter on any attribute or relation lifts it, because the excluded rows could satisfy that filter
 * (agent.md, Filters).
 */
export interface Default {
  readonly condition: string;
  /** The parameter's JSON value that excludes nothing. */
  readonly shownBy: string | number | boolean;
  /** Filters that leave it in force: they narrow the search, and name no record. */
  readonly standsBeside?: readonly string[];
}

export type SearchParameters = Readonly<Record<string, SearchParameter>>;

type Options = Omit<SearchParameter, "type">;

/** Hides a type's type argument, so that parameters of all types fit in one list. */
export function parameterType<T>(type: ValueType<T>): SearchParameter["type"] {
  return {
    title: type.title,
    sqlType: type.sqlType,
    readSchema: type.writeSchema,
    accept: (input) => type.accept(input),
    toDatabase: (value) => {
      if (!type.isValue(value)) throw new Error(`A search parameter holds a value that is not of type ${type.title}.`);
      return type.toDatabase(value);
    },
  };
}

function parameter<T>(type: ValueType<T>, options: Options): SearchParameter {
  return { type: parameterType(type), ...options };
}

/** A comma list of ids. */
export const idList = (options: Options) => parameter(idListValue(), options);
export const timeParameter = (options: Options) => parameter(timeValue(), options);
/** The exclusive end of a range (`<`). A date without a time includes that whole day. */
export const endParameter = (options: Options) => parameter(endValue(), options);
export const booleanParameter = (options: Options) => parameter(booleanValue(), options);
export const textParameter = (options: Options) => parameter(textValue(), options);
/** A comma list of names, which the condition itself splits. */
export const nameList = (options: Options) =>
  parameter({ ...textValue(), writeSchema: Type.Array(Type.String(), { minItems: 1 }) }, options);
export const integerParameter = (limits: Parameters<typeof integerValue>[0], options: Options) =>
  parameter(integerValue(limits), options);

/** A comma list of the given words. */
export const wordList = (words: readonly string[], options: Options) =>
  closedList(new ClosedSet(words), options, Type.Enum([...words], { type: "string" }));

/** A comma list of values of a closed set, which the condition receives as an array. An unknown value is refused with a suggestion. */
export function closedList(among: ClosedSet, options: Options, item: TSchema = Type.String()): SearchParameter {
  return parameter(
    {
      ...textValue(),
      sqlType: "text[]",
      writeSchema: Type.Array(item, { minItems: 1 }),
      accept(input) {
        const words = String(input)
          .split(",")
          .map((word) => word.trim());
        const present = words.filter((word) => word !== "");
        const unknown = present.find((word) => among.find(word) === undefined);
        if (unknown !== undefined) return problem(among.refusal(unknown));
        if (present.length === 0) return problem(`can't be blank; use one of: ${among.values.join(", ")}`);
        return { value: present.flatMap((word) => among.find(word) ?? []).join(",") };
      },
      toDatabase: (value) => `{${value}}`,
    },
    options,
  );
}
