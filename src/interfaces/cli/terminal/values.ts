import { InvalidArgumentError } from "commander";
import { filterValue } from "../../../kernel/read/filter/filter-values.ts";

/** An id on the command line. */
export function parseId(text: string): number {
  return wholeNumber(text, Number.MAX_SAFE_INTEGER, "It must be an id such as 1.");
}

/** A time span on the command line, at most ten years. */
export function parseSeconds(text: string): number {
  return wholeNumber(text, 315_360_000, "It must be a number of seconds such as 86400.");
}

/** How many requests an hour, at most a hundred million. */
export function parseRateLimit(text: string): number {
  return wholeNumber(text, 100_000_000, "It must be a number of requests an hour such as 5000.");
}

/** How many rows are listed. */
export function parseRowLimit(text: string): number {
  return wholeNumber(text, 100_000, "It must be a number such as 100.");
}

/** A moment on the command line, as epoch milliseconds; of a day alone, its first. */
export function parseInstant(text: string): number {
  const accepted = filterValue("timestamptz", text);
  if ("problem" in accepted) throw new InvalidArgumentError("It must be a date or a time, such as 2027-12-31.");
  return Date.parse(String(accepted.value));
}

/** A list on the command line, separated by commas or spaces. */
export function parseList(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== "");
}

/** Several ids, separated by commas or spaces. */
export function parseIds(text: string): number[] {
  return parseList(text).map(parseId);
}

/** Several accounts: ids, or names, which have blanks and so are separated by commas alone. */
export function parseAccountNames(text: string): string[] {
  if (/^[\d\s,]*$/.test(text)) return parseList(text);
  return text.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
}

/** Collects an option that is given several times. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function wholeNumber(text: string, most: number, problem: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || Number(text) > most) throw new InvalidArgumentError(problem);
  return Number(text);
}
