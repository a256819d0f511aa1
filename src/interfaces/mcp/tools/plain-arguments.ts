import { dayOfInstant } from "../../../core/day.ts";
import { nearest } from "../../../core/edit-distance.ts";
import { parseDayOrMidnight, parseTime } from "../../../kernel/values/time.ts";
import { invalidParams } from "../rpc/rpc-error.ts";
import type { Arguments } from "./arguments.ts";

/** Readers for the arguments of the question tools. Each returns undefined when the argument is absent. */

const maxTextLength = 200;
const maxIds = 100;

/** Reads a date as an epoch day. A time at midnight UTC counts as its date. */
export function dayIn(args: Arguments, name: string): number | undefined {
  const value = args.get(name);
  if (value === undefined) return undefined;
  const day = typeof value === "string" ? parseDayOrMidnight(value.trim()) : undefined;
  if (day === undefined)
    throw invalidParams(`Invalid params: ${name} must be a date such as 2027-07-01. Today is ${args.today} (UTC).`);
  return day;
}

/** Reads a required date. */
export function needDay(args: Arguments, name: string): number {
  const day = dayIn(args, name);
  if (day === undefined) throw invalidParams(`Invalid params: ${name} is required, a date such as 2027-07-01.`);
  return day;
}

/** Reads a required arrival or departure date. A time on the rental's clock counts as its date (bookings.md). */
export function needStayDay(args: Arguments, name: string): number {
  const value = args.get(name);
  const time = typeof value === "string" ? parseTime(value.trim()) : undefined;
  if (time?.hasOffset)
    throw invalidParams(`Invalid params: ${name} must be a date such as 2027-07-01, without a UTC offset.`);
  return time ? dayOfInstant(time.at) : needDay(args, name);
}

/** Reads a nonblank text, trimmed. */
export function textIn(args: Arguments, name: string): string | undefined {
  const value = args.get(name);
  if (value === undefined) return undefined;
  const text = typeof value === "string" ? value.trim() : "";
  if (text === "" || text.length > maxTextLength || !text.isWellFormed() || text.includes("\0")) {
    throw invalidParams(`Invalid params: ${name} must be a string of 1 to ${maxTextLength} characters.`);
  }
  return text;
}

export function flagIn(args: Arguments, name: string): boolean | undefined {
  const value = args.get(name);
  if (value === undefined || typeof value === "boolean") return value;
  throw invalidParams(`Invalid params: ${name} must be true or false.`);
}

/** Reads one of several words. The error lists the nearest word first. */
export function choiceIn<const V extends string>(args: Arguments, name: string, words: readonly V[]): V | undefined {
  const value = args.get(name);
  if (value === undefined) return undefined;
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  const near = typeof value === "string" ? nearest(value.slice(0, 60), words) : undefined;
  const ordered = [...words].sort((one, other) => Number(other === near) - Number(one === near));
  throw invalidParams(`Invalid params: ${name} must be one of: ${ordered.join(", ")}.`);
}

/** Reads `rental_ids`: an array, one number, or a comma list. */
export function rentalsIn(args: Arguments): number[] | undefined {
  const value = args.get("rental_ids");
  if (value === undefined) return undefined;
  const list: unknown[] = typeof value === "string" ? value.split(",") : [value].flat();
  const ids = list.map((item) => (typeof item === "string" && /^\s*\d{1,15}\s*$/.test(item) ? Number(item) : item));
  const good = ids.filter((id) => typeof id === "number" && Number.isSafeInteger(id) && id > 0);
  if (ids.length > 0 && ids.length <= maxIds && good.length === ids.length) return good.map(Number);
  throw invalidParams(`Invalid params: rental_ids must be an array of 1 to ${maxIds} rental ids.`);
}
