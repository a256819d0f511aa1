import { setTimeout as wait } from "node:timers/promises";
import { runningEmbeddedPostgres } from "@roost/embedded-postgres";
import { formatDay } from "../src/core/day.ts";
import { BenchError } from "./bench.ts";
import { idsOf, withOwner } from "./fixture.ts";
import { aBooking, ask } from "./growth-requests.ts";

/** A service with the demo, and its client's token. */
export interface Soaked {
  readonly url: string;
  readonly token: string;
  /** The service's data directory. */
  readonly directory: string;
  readonly minutes: number;
  readonly signal: AbortSignal;
}

/** Requests per second, and milliseconds between two memory readings. */
const perSecond = 40;
const look = 2 * 60_000;

/** The progress so far. */
export interface Progress {
  readonly minute: number;
  readonly answers: number;
  /** The 99th percentile since the last report, in milliseconds. */
  readonly p99: number;
}

/**
 * Sends a realistic mix at a low steady rate, without waiting for responses: half lists, and one booking per second.
 * @param report called every two minutes and at the end
 * @throws BenchError for an unexpected response
 */
export async function soak(soaked: Soaked, report: (progress: Progress) => Promise<void>): Promise<void> {
  const { signal, minutes } = soaked;
  const requests = await mixedRequests(soaked);
  const began = performance.now();
  let reported = began;
  let taken: number[] = [];
  let answers = 0;
  let failure: unknown;
  const asking = new Set<Promise<void>>();
  for (let sent = 0; failure === undefined && performance.now() - began < minutes * 60_000; sent++) {
    const one = requests[sent % requests.length]?.(sent)
      .then(({ milliseconds }) => void taken.push(milliseconds))
      .catch((error: unknown) => {
        failure ??= error;
      })
      .finally(() => void (one && asking.delete(one)));
    if (one) asking.add(one);
    if (performance.now() - reported >= look) {
      answers += taken.length;
      await report({ minute: Math.round((performance.now() - began) / 60_000), answers, p99: slow(taken) });
      reported = performance.now();
      taken = [];
    }
    await wait(Math.max(0, began + ((sent + 1) * 1000) / perSecond - performance.now()), undefined, { signal });
  }
  await Promise.all(asking);
  if (failure !== undefined) throw failure;
}

function slow(taken: readonly number[]): number {
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * 0.99)] ?? 0;
}

type Requests = readonly ((sent: number) => ReturnType<typeof ask>)[];

/** One second of requests. Requests that repeat in real use repeat here; the others use a new record or stay each time. */
async function mixedRequests({ url, token, directory }: Soaked): Promise<Requests> {
  const { rentals, bookings, clients } = await records(directory);
  const api = `${url}/api/v3`;
  const today = Math.floor(Date.now() / 86_400_000);
  const of = (ids: readonly number[], sent: number): number => ids[Math.floor(sent / 3) % ids.length] ?? 0;
  const get = (path: (sent: number) => string) => (sent: number) => ask(`${api}/${path(sent)}`, token);
  const lists = ["bookings", "rentals", "clients", "rentals?include=photos", "inbox/conversations", "reviews"];
  const stay = (sent: number): string => {
    const arrival = today + 10 + ((sent * 7) % 400);
    return `start_at=${formatDay(arrival)}&end_at=${formatDay(arrival + 3 + (sent % 8))}&adults=${1 + (sent % 4)}`;
  };
  const page = (sent: number): string => lists[Math.floor(sent / 2) % lists.length] ?? "bookings";
  const list = get((sent) => `${page(sent)}${page(sent).includes("?") ? "&" : "?"}per_page=25`);
  const record = get((sent) => (sent % 2 === 0 ? `bookings/${of(bookings, sent)}` : `clients/${of(clients, sent)}`));
  const search = get((sent) => `rentals/search?${stay(sent)}`);
  const stays = get((sent) => `los_records?rental_id=${of(rentals, sent)}`);
  const book = (sent: number) => ask(`${api}/rentals/${of(rentals, sent)}/bookings`, token, aBooking());
  const half = [list, record, list, search, list, record, list, record, list, search];
  return [...half, ...half, ...half, ...half.slice(0, -2), stays, book];
}

/** Ids of the demo's first account. Lifts the rate limit for the soak. */
async function records(directory: string) {
  const owner = await runningEmbeddedPostgres(directory);
  if (!owner) throw new BenchError(`No database is running in ${directory}.`);
  return withOwner(owner, async (client) => {
    await client.query("update applications set rate_limit = 1000000000");
    const ids = (table: string) =>
      idsOf(client, `select id from ${table} where account_id = (select min(id) from accounts) order by id`);
    return { rentals: await ids("rentals"), bookings: await ids("bookings"), clients: await ids("clients") };
  });
}
