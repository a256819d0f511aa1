import { pollFeeds } from "../../src/modules/stays/feeds/poll-feeds.ts";
import { fetchPublicCalendar } from "../../src/modules/stays/feeds/read/fetch-calendar.ts";
import { syncFeed } from "../../src/modules/stays/feeds/sync-feed.ts";
import { syncCalendarFeed } from "../../src/modules/stays/feeds/sync-job.ts";
import { type ApiClient, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { created, read } from "../harness/factories.ts";
import { runRound } from "../harness/queued-jobs.ts";
import { testSecrets } from "../harness/secrets.ts";
import type { TestService } from "../harness/service.ts";
import { dayAhead } from "../rates/factories.ts";

/** A calendar with these events. */
export const aCalendar = (...events: readonly string[]): string =>
  `${["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Channel//EN", ...events, "END:VCALENDAR"].join("\r\n")}\r\n`;

/** An event with these lines. */
export const anEvent = (...lines: readonly string[]): string =>
  ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"].join("\r\n");

/** A whole-day event. @param from, until days from today; the last night is the one before `until` */
export const days = (uid: string, from: number, until: number, ...more: readonly string[]): string =>
  anEvent(`UID:${uid}`, `DTSTART;VALUE=DATE:${compact(from)}`, `DTEND;VALUE=DATE:${compact(until)}`, ...more);

export const compact = (day: number): string => dayAhead(day).replaceAll("-", "");

export const aFeed = (client: ApiClient, rental: Json, attributes: Json) =>
  created(client, "/calendar_feeds", "calendar_feeds", { rental_id: rental.id, name: "Channel A", ...attributes });

export const feedOf = (client: ApiClient, feed: Json): Promise<Json> => read(client, "calendar_feeds", feed.id);

const surroundings = {
  secrets: testSecrets,
  signal: new AbortController().signal,
  fetchCalendar: fetchPublicCalendar({ privateFetch: ["127.0.0.1"] }),
};

/** Reads an import like a job. @returns false if another job is reading it */
export function sync(
  service: TestService,
  client: ApiClient,
  feed: Json,
  reach?: readonly string[],
  now = Date.now(),
): Promise<boolean> {
  const fetchCalendar = reach ? fetchPublicCalendar({ privateFetch: reach }) : surroundings.fetchCalendar;
  const context = {
    ...surroundings,
    fetchCalendar,
    scope: service.database.within([client.account]),
    account: client.account,
  };
  return syncFeed({ ...context, now }, Number(feed.id));
}

/** Reads an account's due imports. @returns internal errors */
export const poll = (service: TestService, account: number): Promise<unknown[]> =>
  runRound(service, () => pollFeeds(service.database), syncCalendarFeed, account);

/** A rental's live bookings as nights in days from today: `3-5` means the third and fourth day's nights. */
export async function nightsOf(client: ApiClient, rental: Json): Promise<string[]> {
  const answer = await client.get(`/bookings?rental_id=${rental.id}&per_page=100`);
  const today = Date.parse(`${dayAhead(0)}T00:00:00Z`);
  const day = (value: unknown): number => Math.floor((Date.parse(String(value)) - today) / 86_400_000);
  return recordsOf(answer, "bookings")
    .map(({ start_at, end_at }) => [day(start_at), day(end_at)] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([from, until]) => `${from}-${until}`);
}

/** Uploads a calendar and applies it, as its job does. @returns the feed afterwards */
export async function upload(service: TestService, client: ApiClient, feed: Json, calendar: string): Promise<Json> {
  const answer = await client.post(`/calendar_feeds/${feed.id}/upload`, { calendar_feeds: [{ calendar }] });
  if (answer.status !== 202) throw new Error(`The upload was answered ${answer.status}: ${answer.text}`);
  await apply(service, client, feed);
  return feedOf(client, feed);
}

/** Applies a feed's stored events, as after an upload or where nights are free again. */
export function apply(service: TestService, client: ApiClient, feed: Json): Promise<boolean> {
  const { account } = client;
  const { secrets, signal } = surroundings;
  return syncFeed(
    { secrets, signal, scope: service.database.within([account]), account, now: Date.now() },
    Number(feed.id),
  );
}

/** A rental's nights from some day on, as its map shows them: 0 free, 1 booked, 2 held, 3 closed. */
export async function mapOf(client: ApiClient, rental: Json, from: string, nights: number): Promise<string> {
  const { map } = recordOf(await client.get(`/availabilities/${rental.id}?from=${from}`), "availabilities");
  return String(map).slice(0, nights);
}
