import Type, { type TSchema } from "typebox";
import { formatHundredths } from "../../../core/hundredths.ts";
import { structure } from "../../../kernel/attribute.ts";
import { decimalValue, hundredthsOf } from "../../../kernel/values/number.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { isBlankText, textValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

/** The rating and comment for one criterion. The rating is a decimal text from "1.0" to "5.0", as stored and returned. */
export interface Criterion {
  readonly rating: string;
  readonly comment: string | null;
}

/** All criteria, with null for those without a rating. */
export type Criteria = Readonly<Record<string, Criterion | null>>;

/** Stars, in hundredths. */
export const stars = { min: 100, max: 500 } as const;

const rating = decimalValue(stars);
const comment = textValue({ multiline: true });
const nullable = (schema: TSchema) => Type.Union([schema, Type.Null()]);

/** An attribute with a rating and comment per criterion (service.md, Review). Criteria that a write omits become null. */
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

/** All criteria without ratings. */
export const noCriteria = (keys: readonly string[]): Criteria => Object.fromEntries(keys.map((key) => [key, null]));

/** SQL: the criteria of a review, whose column is null if none is rated. */
export const everyCriterion = (table: string, keys: readonly string[]): string =>
  `coalesce(${table}.criteria, jsonb_build_object(${keys.map((key) => `'${key}', null`).join(", ")}))`;

/** The ratings in hundredths. */
export function ratingsIn(criteriaByName: Criteria): number[] {
  return Object.values(criteriaByName).flatMap((criterion) => (criterion ? [hundredthsOf(criterion.rating)] : []));
}

function accepted(keys: readonly string[], input: unknown): Accepted<Criteria> {
  if (!isObject(input)) return problem("must be an object of criteria");
  const problems = Object.keys(input)
    .filter((key) => !keys.includes(key))
    .map((key) => `has an unknown criterion: ${key.slice(0, 30)}`);
  const value: Record<string, Criterion | null> = { ...noCriteria(keys) };
  for (const key of keys) {
    const one = input[key];
    if (one === undefined || one === null) continue;
    const criterion = acceptedCriterion(one);
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
  const accepted = rating.accept(input.rating);
  if ("problem" in accepted) return problem(`rating ${accepted.problem}`);
  const isBlank = input.comment === undefined || input.comment === null || isBlankText(input.comment);
  const text = isBlank ? { value: null } : comment.accept(input.comment);
  if ("problem" in text) return problem(`comment ${text.problem}`);
  return { value: { rating: formatHundredths(accepted.value), comment: text.value } };
}

function isCriteria(candidate: unknown): candidate is Criteria {
  return isObject(candidate) && Object.values(candidate).every((one) => one === null || isObject(one));
}
