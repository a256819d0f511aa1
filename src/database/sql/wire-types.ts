import pg from "pg";
import { parseDay } from "../../core/day.ts";
import { parseHundredths } from "../../core/hundredths.ts";

const { builtins } = pg.types;

/**
 * Parses columns into Roost's value types: ids are numbers, numerics integer hundredths, times epoch milliseconds, dates epoch days.
 */
export const ownTypes: pg.CustomTypesConfig = {
  getTypeParser: (oid: number) => ownParsers.get(oid) ?? pg.types.getTypeParser(oid),
};

const ownParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, (text) => need(parseHundredths(text), text)],
  [builtins.DATE, (text) => need(parseDay(text), text)],
  [builtins.TIMESTAMPTZ, (text) => Date.parse(`${text.replace(" ", "T")}:00`)],
  [1016, (text) => (text === "{}" ? [] : text.slice(1, -1).split(",").map(Number))], // bigint[]
]);

function need(value: number | undefined, text: string): number {
  if (value === undefined) throw new Error(`The database sent ${text}, which does not match its column's type.`);
  return value;
}
