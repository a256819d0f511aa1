import type { Resource } from "../../../../kernel/resource.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { oneText, type Shown } from "./records.ts";

/** Members of a guest's e-mails, phones and addresses that are not contact details. */
const bookkeeping = new Set(["id", "client_id", "created_at", "updated_at", "canceled_at", "primary", "locked"]);

/** Characters of a default result: about two thousand tokens. */
const maxLength = 7600;
/** The note in `meta` of a short form. */
export const shortFormNote = "Long texts are cut. Name other attributes in fields, or * for all";

const textLengths = [120, 60, 24];
const minAttributes = 3;

/** Whether a record's text may hold e-mails, phones or addresses. Other records need no parsing. */
export function hasDetails(text: string): boolean {
  return text.includes('"client_id":') && text.includes('"label":');
}

/** Reduces the record's e-mails, phones and addresses to label and value. */
export function withBriefDetails(record: Shown): Shown {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, Array.isArray(value) ? value.map(briefDetail) : value]),
  );
}

function briefDetail(item: unknown): unknown {
  if (!isObject(item) || !("client_id" in item && "label" in item)) return item;
  return Object.fromEntries(Object.entries(item).filter(([name, value]) => !bookkeeping.has(name) && value !== null));
}

/** Reduces the record's translated texts to one language. */
export function inOneLanguage({ attributes }: Resource, record: Shown): Shown {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      attributes[name]?.translated && isObject(value) ? oneText(value) : value,
    ]),
  );
}

/** Shortens long texts, then drops trailing attributes, until the records fit a short result. */
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
