import Type from "typebox";
import { formatHundredths, largestHundredths, parseHundredths } from "../../../../core/hundredths.ts";
import { mapNights } from "../../../../core/pricing/rates/rate-maps.ts";
import { type Accepted, problem, type ValueType } from "../../../../kernel/values/value-type.ts";

/** The type of a map's values: rates in hundredths, or minimum stays in nights. */
export interface NightValues {
  /** Completes the message "must be …". */
  readonly what: string;
  /** A single value as a regular expression. */
  readonly pattern: string;
  readonly parse: (text: string) => number | undefined;
  readonly format: (value: number) => string;
}

export const nightlyRates: NightValues = {
  what: "rates such as 100 or 99.5",
  pattern: "\\d{1,10}(\\.\\d{1,2}0*)?",
  parse(text) {
    const rate = parseHundredths(text);
    return rate === undefined || rate < 0 || rate > largestHundredths ? undefined : rate;
  },
  format: (rate) => formatHundredths(rate).replace(/\.0$/, ""),
};

/** The amounts in a map of rates. */
export const ratesOf = (slice: readonly number[]): readonly number[] => slice;

export const minimumStays: NightValues = {
  what: "nights such as 7",
  pattern: "\\d{1,4}",
  parse: (text) => (/^\s*\d{1,4}\s*$/.test(text) && Number(text) <= mapNights ? Number(text) : undefined),
  format: String,
};

/**
 * A map as text: values of successive nights, separated by commas. A draft holds the slice to write; the database holds an array.
 * Reads compute 1096 values from yesterday on, from the attribute's SQL expression through `serve`.
 */
export function nightMapValue(
  values: NightValues,
  serve: (source: string) => ArrayLike<number>,
): ValueType<readonly number[]> {
  return {
    title: "String",
    sqlType: "bigint[]",
    readSchema: Type.String(),
    writeSchema: Type.String({ pattern: `^${values.pattern}(,${values.pattern})*$` }),
    toJson: (source) => `"${Array.from(serve(source), values.format).join(",")}"`,
    accept: (input) => acceptSlice(values, input),
    toDatabase: arrayText,
    fromDatabase: (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number)),
    isValue: (candidate): candidate is readonly number[] => Array.isArray(candidate),
  };
}

/** An SQL array literal of numbers. */
export function arrayText(values: ArrayLike<number>): string {
  return `{${Array.from(values).join(",")}}`;
}

function acceptSlice(values: NightValues, input: unknown): Accepted<readonly number[]> {
  const refused = problem(`must be ${values.what}, one per night, separated by commas`);
  if (typeof input !== "string") return refused;
  const texts = input.split(",", mapNights + 1);
  if (texts.length > mapNights) return problem(`has too many nights (maximum is ${mapNights})`);
  const slice: number[] = [];
  for (const text of texts) {
    const value = values.parse(text);
    if (value === undefined) return refused;
    slice.push(value);
  }
  return { value: slice };
}
