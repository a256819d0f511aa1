import type { Resource } from "../../../../kernel/resource.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { oneText, type Shown } from "./records.ts";

/** Members of a guest's e-mails, phones and addresses that say nothing about how to reach anybody. */
const bookkeeping = new Set(["id", "client_id", "created_at", "updated_at", "canceled_at", "primary", "locked"]);

/** A default answer is shorter than this: some two thousand tokens. */
const maxLength = 7600;
const textLengths = [120, 60, 24];
const minAttributes = 3;

/** A record whose e-mails, phones and addresses are label and value. */
export function withBriefDetails(record: Shown): Shown {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, Array.isArray(value) ? value.map(briefDetail) : value]),
  );
}

function briefDetail(item: unknown): unknown {
  if (!isObject(item) || !("client_id" in item && "label" in item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => !bookkeeping.has(name) && value !== null));
}

/** A record whose texts in several languages are in one. */
export function inOneLanguage({ attributes }: Resource, record: Shown): Shown {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      attributes[name]?.translated && isObject(value) ? oneText(value) : value,
    ]),
  );
}

/** Records with long texts cut so far, and in the end without their last attributes, that an answer of them stays short. */
export function cutTexts(records: readonly Shown[]): Shown[] {
  let cut = [...records];
  for (const length of textLengths) {
    cut = records.map((record) => cutIn(record, length));
    if (isShort(cut)) return cut;
  }
  const names = Math.max(...cut.map((record) => Object.keys(record).length));
  for (let kept = names - 1; kept >= minAttributes && !isShort(cut); kept--)
    cut = cut.map((record) => Object.fromEntries(Object.entries(record).slice(0, kept)));
  return cut;
}

const isShort = (records: readonly Shown[]): boolean => JSON.stringify(records).length <= maxLength;

function cutIn(record: Shown, length: number): Shown {
  const shorter = (value: unknown): unknown =>
    typeof value === "string" && value.length > length ? `${value.slice(0, length)}…` : value;
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorter(part)]))
        : shorter(value),
    ]),
  );
}
