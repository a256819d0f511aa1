import { InvalidArgumentError } from "commander";
import { filterValue } from "../../../kernel/read/filter/filter-values.ts";

/** Parses an id. */
export function parseId(text: string): number {
  return wholeNumber(text, Number.MAX_SAFE_INTEGER, "It must be an id, such as 1.");
}

/** Parses a duration in seconds, ten years at most. */
export function parseSeconds(text: string): number {
  return wholeNumber(text, 315_360_000, "It must be a number of seconds, such as 86400.");
}

/** Parses a rate limit in requests per hour, a hundred million at most. */
export function parseRateLimit(text: string): number {
  return wholeNumber(text, 100_000_000, "It must be a number of requests per hour, such as 5000.");
}

/** Parses a row limit. */
export function parseRowLimit(text: string): number {
  return wholeNumber(text, 100_000, "It must be a number, such as 100.");
}

/** Parses a time to epoch milliseconds. A date alone means its first moment. */
export function parseInstant(text: string): number {
  const accepted = filterValue("timestamptz", text);
  if ("problem" in accepted) throw new InvalidArgumentError("It must be a date or time, such as 2027-12-31.");
  return Date.parse(String(accepted.value));
}

/** Parses a list separated by commas or spaces. */
export function parseList(text: string): string[] {
  return text.split(/[\s,]+/).filter((item) => item !== "");
}

/** Parses ids separated by commas or spaces. */
export function parseIds(text: string): number[] {
  return parseList(text).map(parseId);
}

/** Parses account ids or names. Names may hold spaces, so only commas separate them. */
export function parseAccountNames(text: string): string[] {
  if (/^[\d\s,]*$/.test(text)) return parseList(text);
  return text.split(",").flatMap((item) => (item.trim() === "" ? [] : [item.trim()]));
}

/** Collects the values of a repeatable option. */
export function collect(text: string, before: readonly string[] = []): string[] {
  return [...before, text];
}

function wholeNumber(text: string, max: number, problem: string): number {
  if (!/^[1-9]\d{0,15}$/.test(text) || Number(text) > max) throw new InvalidArgumentError(problem);
  return Number(text);
}
