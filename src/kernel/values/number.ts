import Type from "typebox";
import { formatHundredths, largestHundredths, parseHundredths } from "../../core/hundredths.ts";
import { type Accepted, problem, type ValueType } from "./value-type.ts";

interface IntegerLimits {
  readonly min?: number;
  readonly max?: number;
}

const integerText = /^[+-]?\d{1,15}$/;

/** A whole number, as a JSON number or digits (clients send `"82"`). Without limits, it must fit a 32-bit integer. */
export function integerValue(limits: IntegerLimits = {}): ValueType<number> {
  const min = limits.min ?? -2_147_483_648;
  const max = limits.max ?? 2_147_483_647;
  return {
    title: "Integer",
    sqlType: "bigint",
    readSchema: Type.Integer(),
    writeSchema: Type.Integer({ minimum: min, maximum: max }),
    toJson: (text) => text,
    accept(input) {
      const value = typeof input === "string" && integerText.test(input.trim()) ? Number(input) : input;
      if (typeof value !== "number" || !Number.isSafeInteger(value)) return problem("must be an integer");
      return within(value, min, max, String);
    },
    toDatabase: (value) => value,
    fromDatabase: Number,
    isValue: (candidate) => typeof candidate === "number",
  };
}

interface DecimalLimits {
  readonly min?: number;
  readonly max?: number;
  /** Excludes the limits themselves. */
  readonly exclusive?: boolean;
}

/**
 * A decimal with two places: integer hundredths in Roost, numeric in the database, a string in JSON (`"3000.0"`). Limits are in
 * hundredths. Accepts strings and numbers.
 */
export function decimalValue(limits: DecimalLimits = {}): ValueType<number> {
  const min = limits.min ?? -largestHundredths;
  const max = limits.max ?? largestHundredths;
  return {
    title: "Decimal",
    sqlType: "numeric",
    readSchema: Type.String({ pattern: "^-?\\d+\\.\\d{1,2}$" }),
    writeSchema: Type.Union([
      Type.String({ pattern: `^${min < 0 ? "-?" : ""}\\d{1,10}(\\.\\d{1,2}0*)?$` }),
      Type.Number(decimalBounds(limits, min, max)),
    ]),
    toJson: decimalJson,
    accept(input) {
      const value =
        typeof input === "string"
          ? parseHundredths(input)
          : typeof input === "number"
            ? parseHundredths(String(input))
            : undefined;
      if (value === undefined)
        return problem(isLarge(input) ? "is too large" : "must be a decimal number with at most two decimals");
      if (limits.exclusive && limits.min !== undefined && value <= min) {
        return problem(`must be greater than ${plain(min)}`);
      }
      if (limits.exclusive && limits.max !== undefined && value >= max)
        return problem(`must be less than ${plain(max)}`);
      return within(value, min, max, plain);
    },
    toDatabase: formatHundredths,
    fromDatabase: hundredthsOf,
    isValue: (candidate) => typeof candidate === "number",
  };
}

/** Whether an unparsable input is a decimal number that is out of range. */
const isLarge = (input: unknown): boolean =>
  typeof input === "number"
    ? Number.isFinite(input) && Math.abs(input) > largestHundredths / 100
    : typeof input === "string" && /^\s*[+-]?\d{11,}(\.\d{1,2})?\s*$/.test(input);

/** The bounds of a decimal written as a number. */
function decimalBounds({ exclusive, ...limits }: DecimalLimits, min: number, max: number) {
  const [minimum, maximum] = [min / 100, max / 100];
  return {
    ...(exclusive && limits.min !== undefined ? { exclusiveMinimum: minimum } : { minimum }),
    ...(exclusive && limits.max !== undefined ? { exclusiveMaximum: maximum } : { maximum }),
  };
}

/** A floating-point number. For coordinates, never for money. */
export function floatValue(limits: IntegerLimits = {}): ValueType<number> {
  const min = limits.min ?? -Number.MAX_VALUE;
  const max = limits.max ?? Number.MAX_VALUE;
  return {
    title: "Float",
    sqlType: "double precision",
    readSchema: Type.Number(),
    writeSchema: Type.Number({ minimum: min, maximum: max }),
    toJson: (text) => text,
    accept(input) {
      const value = typeof input === "string" && input.trim() !== "" ? Number(input) : input;
      if (typeof value !== "number" || !Number.isFinite(value)) return problem("must be a number");
      return within(value, min, max, String);
    },
    toDatabase: (value) => value,
    fromDatabase: Number,
    isValue: (candidate) => typeof candidate === "number",
  };
}

/** Parses the database's text of a numeric(…, 2). */
export function hundredthsOf(databaseText: string): number {
  const hundredths = parseHundredths(databaseText);
  if (hundredths === undefined)
    throw new Error(`A numeric column holds ${databaseText}, which is not a decimal with two places.`);
  return hundredths;
}

function within(value: number, min: number, max: number, show: (bound: number) => string): Accepted<number> {
  if (value < min) return problem(`must be greater than or equal to ${show(min)}`);
  if (value > max) return problem(`must be less than or equal to ${show(max)}`);
  return { value };
}

function plain(hundredths: number): string {
  return formatHundredths(hundredths).replace(/\.0$/, "");
}

/** `3000.00` → `"3000.0"`, `50.25` stays: at least one decimal, no other trailing zeros. */
function decimalJson(text: string): string {
  const point = text.indexOf(".");
  if (point < 0) return `"${text}.0"`;
  let end = text.length;
  while (end > point + 2 && text.charCodeAt(end - 1) === 48) end--;
  return `"${end === text.length ? text : text.slice(0, end)}"`;
}
