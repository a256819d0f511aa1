import Type, { type TSchema } from "typebox";
import { ClosedSet } from "../core/closed-set.ts";
import type { Scope } from "./access/scopes.ts";
import { integerValue } from "./values/number.ts";
import { idListValue } from "./values/structure.ts";
import { textValue } from "./values/text.ts";
import { booleanValue, endValue, timeValue } from "./values/time.ts";
import { type Accepted, problem, type ValueType } from "./values/value-type.ts";

/**
 * A search parameter of a list: how its text is read, and the SQL condition that it stands for. In the condition, `:name` is a
 * parameter of the search by its name (null when it was not given), `:application` the calling application.
 */
export interface SearchParameter {
  readonly type: Pick<ValueType<unknown>, "title" | "sqlType" | "readSchema"> & {
    accept(input: unknown): Accepted<unknown>;
    toDatabase(value: unknown): string | number | boolean;
  };
  readonly condition: string;
  /** What holds when the parameter is absent, unless a filter lifts it. */
  readonly defaultCondition?: Default;
  /** A list without it is refused: 400, naming it. */
  readonly required?: true;
  /** The scopes of which the caller needs one to use the parameter. */
  readonly scopes?: readonly Scope[];
  /** What it finds follows from more than the account's rows and the ends of holds, stays and days: answers are not kept (`readAnew` of a resource). */
  readonly readAnew?: true;
  /** A filter by this name is read as another parameter, in which a list means any of its values (agent.md, Filters). */
  readonly filteredAs?: string;
  /** The parameter without which a filter would mix records of several resources. */
  readonly requires?: string;
  /** It compares what the public form of a row hides: a token that sees only its own rows in full finds only those by it. */
  readonly revealsHidden?: true;
  readonly description: string;
}

/**
 * What a list leaves out unless a parameter says otherwise. A filter on any attribute or relation lifts it: what is left out could satisfy
 * that filter, and an answer without it would be a wrong one (agent.md, Filters).
 */
export interface Default {
  readonly condition: string;
  /** The value of the parameter with which nothing is left out, as JSON has it. */
  readonly shownBy: string | number | boolean;
  /** The few filters that leave it in force: they name where to look, and no record in particular. */
  readonly standsBeside?: readonly string[];
}

export type SearchParameters = Readonly<Record<string, SearchParameter>>;

type Options = Omit<SearchParameter, "type">;

/** Binds a type's conversions to each other, so that a parameter carries no type argument. */
export function parameterType<T>(type: ValueType<T>): SearchParameter["type"] {
  return {
    title: type.title,
    sqlType: type.sqlType,
    readSchema: type.writeSchema,
    accept: (input) => type.accept(input),
    toDatabase: (value) => {
      if (!type.isValue(value)) throw new Error(`A search parameter held a value that is no ${type.title}.`);
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
/** The end of a range, which its condition excludes (`<`): a date alone is that whole day. */
export const endParameter = (options: Options) => parameter(endValue(), options);
export const booleanParameter = (options: Options) => parameter(booleanValue(), options);
export const textParameter = (options: Options) => parameter(textValue(), options);
/** A comma list of names, which the condition takes apart itself. */
export const nameList = (options: Options) =>
  parameter({ ...textValue(), writeSchema: Type.Array(Type.String(), { minItems: 1 }) }, options);
export const integerParameter = (limits: Parameters<typeof integerValue>[0], options: Options) =>
  parameter(integerValue(limits), options);

/** A comma list of words, each one of `words`. */
export const wordList = (words: readonly string[], options: Options) =>
  closedList(new ClosedSet(words), options, Type.Enum([...words], { type: "string" }));

/** A comma list of values of a closed set, which the condition gets as an array; others are refused, naming the nearest. */
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
        const given = words.filter((word) => word !== "");
        const wrong = given.find((word) => among.find(word) === undefined);
        if (wrong !== undefined) return problem(among.refusal(wrong));
        if (given.length === 0) return problem(`can't be blank; it can be: ${among.values.join(", ")}`);
        return { value: given.flatMap((word) => among.find(word) ?? []).join(",") };
      },
      toDatabase: (value) => `{${value}}`,
    },
    options,
  );
}
