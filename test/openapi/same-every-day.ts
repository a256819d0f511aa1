import { baseUrl } from "../harness/service.ts";

const aDay = 86_400_000;

/** The date that the examples use as today. */
const told = Date.parse("2027-01-04");

/** The range of dates computed from today. Literal dates lie outside it. */
const around = { before: 400 * aDay, after: 1200 * aDay };

/** Limits on the lists and texts that an example shows. */
const most = { elements: 2, members: 3, characters: 60, nights: 15 };

/**
 * Makes requests and responses identical in every run. Days count from a fixed date, and times of the run become nine o'clock on it.
 * Random ids are numbered, page secrets are constant, and long values are shortened.
 * @param today UTC midnight, epoch milliseconds
 */
export function sameEveryDay<T>(value: T, today: number): T {
  const uuids = new Map<string, string>();
  const text = JSON.stringify(shortened(value, "", today))
    .replaceAll(baseUrl, "https://roost.example")
    .replace(/\b[A-Z][a-z]+day \d{1,2} [A-Z][a-z]{2} \d{4}\b/g, (words) => shiftedWords(words, today, shortWords))
    .replace(/\b[A-Z][a-z]+day, [A-Z][a-z]+ \d{1,2}, \d{4}\b/g, (words) => shiftedWords(words, today, longWords))
    .replace(
      /(VALUE=DATE:)(\d{4})(\d\d)(\d\d)/g,
      (_, name: string, ...parts: string[]) => name + shifted(parts.slice(0, 3).join("-"), today).replaceAll("-", ""),
    )
    .replace(/\b\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?/g, (moment) => shifted(moment, today))
    .replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (uuid) => numbered(uuid, uuids))
    .replace(/(\/pay\/\d+-\d+-)[0-9a-f]{64}/g, `$1${"0123456789abcdef".repeat(4)}`)
    .replace(/(\/calendars\/\d+-\d+-)[0-9a-f]{64}/g, `$1${"0123456789abcdef".repeat(4)}`)
    .replace(/(\/files\/\d+-\d+(?:\.\w+)?-)\d+-[0-9a-f]{32}/g, `$11798974000-${"0123456789abcdef".repeat(2)}`)
    .replace(/("secret": ?"\d+-\d+-)[A-Za-z0-9_-]{43}"/g, `$1${"0123456789abcdef".repeat(3).slice(0, 43)}"`)
    .replace(/whsec_[A-Za-z0-9+/]{32}/g, `whsec_${"0123456789abcdef".repeat(2)}`)
    .replace(/\bmsg_[0-9a-f]{32}\b/g, `msg_${"0123456789abcdef".repeat(2)}`)
    .replace(/("former_secret_until":")[^"]+/g, (_, name: string) => `${name}2027-01-05T09:00:00Z`)
    .replace(/("after":")[A-Za-z0-9_-]{16,}"/g, (_, name: string) => `${name}MS4xLjE3OTg5NzQwMDAuMS01eA"`)
    .replace(/("expires_at":"2027-01-18T)[\d:]{8}Z/g, (_, day: string) => `${day}09:00:00Z`)
    // Ten minutes after a proposal that was made just before midnight.
    .replace(/("expires_at":")2027-01-05T00:0[\d:]{4}Z/g, (_, name: string) => `${name}2027-01-04T09:00:00Z`)
    // A week starts on Monday, as the fixed date does.
    .replace(/("week":")[\d-]{10}/g, (_, name: string) => `${name}2027-01-04`)
    // An invoice's number contains its year.
    .replace(/("number":"[^"]*?)\d{4}(-\d{4}")/g, "$12027$2")
    .replaceAll('"MONTH"', '"2027-01-01"');
  return JSON.parse(text);
}

function shifted(moment: string, today: number): string {
  const instant = Date.parse(moment);
  if (instant < today - around.before || instant > today + around.after) return moment;
  const isNow = moment.length > 10 && instant >= today && instant < today + aDay;
  if (isNow) return "2027-01-04T09:00:00Z";
  return new Date(instant - today + told).toISOString().slice(0, 10) + moment.slice(10);
}

/** The date formats of mails and payment descriptions: `Thursday, January 21, 2027` and `Thursday 21 Jan 2027`. */
const longWords = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });
const shortWords = {
  format(day: number): string {
    const date = new Date(day);
    const [weekday, month] = (["weekday", "month"] as const).map((part) =>
      date.toLocaleDateString("en-US", { [part]: part === "month" ? "short" : "long", timeZone: "UTC" }),
    );
    return `${weekday} ${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
  },
};

function shiftedWords(words: string, today: number, style: { format(day: number): string }): string {
  const day = Date.parse(`${words.replace(/^\w+,? /, "")} UTC`);
  return style.format(day - today + told);
}

function numbered(uuid: string, uuids: Map<string, string>): string {
  const number = uuids.get(uuid) ?? `00000000-0000-4000-8000-${String(uuids.size + 1).padStart(12, "0")}`;
  uuids.set(uuid, number);
  return number;
}

/** Calendar maps start with the current month. Moves a map to the fixed month and keeps today at its place there. */
function calendarStart(record: object, today: number): { start_date?: string; map?: string } {
  const map: unknown = "map" in record ? record.map : undefined;
  if (typeof map !== "string" || !/^[0-3XCOI]+$/.test(map)) return {};
  const before = new Date(told).getUTCDate() - 1;
  const fromToday = map.slice(new Date(today).getUTCDate() - 1);
  return { start_date: "MONTH", map: fromToday.slice(0, 1).repeat(before) + fromToday };
}

/** Names of attributes that hold one value per night or day. */
const isMap = /(^|_)map(_with_price_variation)?$/;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Sorts records with random ids, whose order is arbitrary. Numbers the ids derived from the day. */
function inOrder(records: readonly unknown[]): unknown[] {
  const withoutId = (record: unknown) => JSON.stringify({ ...Object(record), id: "" });
  const isRandom = records.some((record) => isRecord(record) && typeof record.id === "string");
  const sorted = isRandom ? records.toSorted((a, b) => (withoutId(a) < withoutId(b) ? -1 : 1)) : records;
  return sorted.map((record, index) =>
    isRecord(record) && "min_occupancy" in record ? { ...record, id: index + 1 } : record,
  );
}

/** Truncates long lists of records, link templates and maps. */
function shortened(value: unknown, name: string, today: number): unknown {
  // A document's bytes contain its date.
  const isLong = isMap.test(name) || name === "pdf";
  if (typeof value === "string" && isLong && value.length > most.characters) return value.slice(0, most.characters);
  if (Array.isArray(value) && isMap.test(name)) return value.slice(0, most.nights);
  if (Array.isArray(value)) {
    const records = value.filter((item) => typeof item === "object");
    const kept = records.length > most.elements ? inOrder(value).slice(0, most.elements) : inOrder(value);
    return kept.map((item: unknown) => shortened(item, "", today));
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries({ ...value, ...calendarStart(value, today) });
  const templates = name === "links" && members.every(([, member]) => /^https?:.*\{/.test(String(member)));
  return Object.fromEntries(
    (templates ? members.slice(0, most.members) : members).map(([key, member]) => [key, shortened(member, key, today)]),
  );
}
