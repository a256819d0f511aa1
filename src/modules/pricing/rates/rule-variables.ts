import Type, { type TSchema } from "typebox";
import { type DurationUnit, durationUnits } from "../../../core/pricing/stay/duration.ts";
import { structure } from "../../../kernel/attribute.ts";
import { integerValue } from "../../../kernel/values/number.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { isBlankText, oneOfValue } from "../../../kernel/values/text.ts";
import { type Accepted, problem } from "../../../kernel/values/value-type.ts";

/** A rates rule's variables; the kind determines which are required. Others are stored without effect. */
export interface RuleVariables {
  /** Weekdays, 0 is Sunday. */
  readonly days?: readonly number[];
  readonly length?: number;
  readonly unit?: DurationUnit;
  readonly until_length?: number;
  readonly until_unit?: DurationUnit;
  readonly occupation_less_than?: number;
  readonly occupation_greater_than?: number;
}

export type VariableName = keyof RuleVariables;

/** The maximum duration in each unit: ten years. */
export const maxDuration: Readonly<Record<DurationUnit, number>> = { days: 3660, months: 120, years: 10 };

const length = integerValue({ min: 1, max: maxDuration.days });
const unit = oneOfValue(durationUnits);
export const weekday = integerValue({ min: 0, max: 6 });

const acceptors: Readonly<Record<VariableName, (input: unknown) => Accepted<unknown>>> = {
  days: acceptWeekdays,
  length: length.accept,
  unit: unit.accept,
  until_length: length.accept,
  until_unit: unit.accept,
  occupation_less_than: integerValue({ min: 1, max: 100 }).accept,
  occupation_greater_than: integerValue({ min: 0, max: 100 }).accept,
};

const optional = (schema: TSchema, description: string) => Type.Optional({ ...schema, description });

/** An object of variables, each checked by its type. Null and blank values are left out. */
export const ruleVariables = () =>
  structure<RuleVariables>({
    title: "Object",
    schema: Type.Object({
      days: optional(Type.Array(weekday.writeSchema, { minItems: 1 }), "Weekdays: 0 is Sunday."),
      length: optional(length.writeSchema, "A duration in units."),
      unit: optional(unit.writeSchema, "The unit of length."),
      until_length: optional(
        length.writeSchema,
        "For prevent_gap: the rule is off for arrivals within this duration from today.",
      ),
      until_unit: optional(unit.writeSchema, "The unit of until_length."),
      occupation_less_than: optional(Type.Integer({ minimum: 1, maximum: 100 }), "Applies to fewer guests than this."),
      occupation_greater_than: optional(
        Type.Integer({ minimum: 0, maximum: 100 }),
        "Applies to more guests than this.",
      ),
    }),
    accept: acceptVariables,
    isValue: isVariables,
  });

function acceptVariables(input: unknown): Accepted<RuleVariables> {
  if (!isObject(input)) return problem("must be an object");
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    const accept = isVariable(name) ? acceptors[name] : undefined;
    if (!accept) problems.push(`has an unknown variable: ${name.slice(0, 40)}`);
    else if (value !== null && !isBlankText(value)) {
      const accepted = accept(value);
      if ("problem" in accepted) problems.push(`${name} ${accepted.problem}`);
      else values[name] = accepted.value;
    }
  }
  if (problems.length > 0) return problem(problems.join("; "));
  return isVariables(values) ? { value: values } : problem("must be an object of variables");
}

/** Accepts weekdays, deduplicated and sorted. */
export function acceptWeekdays(input: unknown): Accepted<readonly number[]> {
  const refused = problem("must be an array of weekdays from 0 (Sunday) to 6 (Saturday)");
  if (!Array.isArray(input) || input.length === 0) return refused;
  const days = new Set<number>();
  for (const item of input) {
    const accepted = weekday.accept(item);
    if ("problem" in accepted) return refused;
    days.add(accepted.value);
  }
  return { value: [...days].sort((a, b) => a - b) };
}

/** Whether a stored value is a list of weekdays. */
export const isWeekdays = (candidate: unknown): candidate is readonly number[] => "value" in acceptWeekdays(candidate);

function isVariable(name: string): name is VariableName {
  return Object.hasOwn(acceptors, name);
}

function isVariables(candidate: unknown): candidate is RuleVariables {
  if (!isObject(candidate)) return false;
  return Object.entries(candidate).every(([name, value]) => isVariable(name) && "value" in acceptors[name](value));
}
