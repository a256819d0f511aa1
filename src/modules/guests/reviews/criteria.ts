import Type, { type TSchema } from "typebox";
import { formatHundredths } from "../../../core/hundredths.ts";
import { structure } from "../../../kernel/attribute.ts";
import { decimalValue, hundredthsOf } from "../../../kernel/values/number.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { isBlankText, textValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

/** What is said of one criterion. The rating is a decimal text from "1.0" to "5.0", as it is stored and answered. */
export interface Criterion {
  readonly rating: string;
  readonly comment: string | null;
}

/** What is said of each criterion; null where nothing is. Every criterion is there. */
export type Criteria = Readonly<Record<string, Criterion | null>>;

/** Stars, in hundredths. */
export const stars = { min: 100, max: 500 } as const;

const rating = decimalValue(stars);
const comment = textValue({ multiline: true });
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

/** An attribute with a rating and a comment for each criterion (service.md, Review). A write may name some: the others are null. */
export const criteria = (keys: readonly string[]) =>
  structure<Criteria>({
    title: "Object",
    schema: Type.Object(Object.fromEntries(keys.map((key) => [key, Type.Optional(nullable(written))])), {
      additionalProperties: false,
    }),
    readSchema: Type.Object(Object.fromEntries(keys.map((key) => [key, nullable(read)]))),
    accept: (input) => accepted(keys, input),
    isValue: isCriteria,
  });

const written = Type.Object(
  { rating: rating.writeSchema, comment: Type.Optional(nullable(comment.writeSchema)) },
  { additionalProperties: false },
);
const read = Type.Object({ rating: rating.readSchema, comment: nullable(comment.readSchema) });

/** Nothing said of any of them. */
export const noCriteria = (keys: readonly string[]): Criteria => Object.fromEntries(keys.map((key) => [key, null]));

/** SQL: the column of a review, in which null stands for nothing said of any of them. */
export const everyCriterion = (table: string, keys: readonly string[]): string =>
  `coalesce(${table}.criteria, jsonb_build_object(${keys.map((key) => `'${key}', null`).join(", ")}))`;

/** The ratings that there are, in hundredths. */
export function ratingsIn(given: Criteria): number[] {
  return Object.values(given).flatMap((criterion) => (criterion ? [hundredthsOf(criterion.rating)] : []));
}

function accepted(keys: readonly string[], input: unknown): Accepted<Criteria> {
  if (!isObject(input)) return problem("must be an object of criteria");
  const problems = Object.keys(input)
    .filter((key) => !keys.includes(key))
    .map((key) => `has an unknown criterion: ${key.slice(0, 30)}`);
  const value: Record<string, Criterion | null> = { ...noCriteria(keys) };
  for (const key of keys) {
    const given = input[key];
    if (given === undefined || given === null) continue;
    const criterion = acceptedCriterion(given);
    if ("problem" in criterion) problems.push(`${key}: ${criterion.problem}`);
    else value[key] = criterion.value;
  }
  return problems.length > 0 ? problem(problems.join("; ")) : { value };
}

function acceptedCriterion(input: unknown): Accepted<Criterion> {
  if (!isObject(input)) return problem("must be an object with a rating");
  const unknown = Object.keys(input).find((name) => name !== "rating" && name !== "comment");
  if (unknown !== undefined) return problem(`has an unknown member: ${unknown.slice(0, 30)}`);
  if (input.rating === undefined || input.rating === null) return problem("rating can't be blank");
  const given = rating.accept(input.rating);
  if ("problem" in given) return problem(`rating ${given.problem}`);
  const isSilent = input.comment === undefined || input.comment === null || isBlankText(input.comment);
  const said = isSilent ? { value: null } : comment.accept(input.comment);
  if ("problem" in said) return problem(`comment ${said.problem}`);
  return { value: { rating: formatHundredths(given.value), comment: said.value } };
}

function isCriteria(candidate: unknown): candidate is Criteria {
  return isObject(candidate) && Object.values(candidate).every((one) => one === null || isObject(one));
}
