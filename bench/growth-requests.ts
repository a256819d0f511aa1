import { Agent, request } from "node:http";
import { formatDay } from "../src/core/day.ts";
import { BenchError } from "./bench.ts";

/** Lists all of the account's bookings, including past ones. */
export const everything = "from=1900-01-01T00:00:00Z&include_canceled=true";

/** A response, and the milliseconds from the request to its last byte. */
export interface Answer {
  readonly milliseconds: number;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request on a persistent connection. @throws BenchError for a status other than 200 or 201 */
export function ask(url: string, token: string, body?: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/vnd.api+json" };
  const sent = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, method: body ? "POST" : "GET", headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on("data", (piece: Buffer) => pieces.push(piece));
      response.on("error", reject);
      response.on("end", () => {
        const milliseconds = performance.now() - sent;
        const text = Buffer.concat(pieces).toString();
        if (response.statusCode === 200 || response.statusCode === 201) resolve({ milliseconds, body: text });
        else reject(new BenchError(`${url} returned ${response.statusCode}: ${text.slice(0, 300)}`));
      });
    });
    asking.on("error", reject).end(body && JSON.stringify(body));
  });
}

/** A page's links: the next page's path, undefined on the last one, and the number of pages. */
export function pagingOf(body: string): { readonly next: string | undefined; readonly pages: number } {
  const meta: unknown = JSON.parse(body.slice(body.lastIndexOf('"meta":') + '"meta":'.length, -1));
  const member = (from: unknown, name: string): unknown =>
    typeof from === "object" && from !== null ? Reflect.get(from, name) : undefined;
  const next = member(member(meta, "Link"), "next");
  const url = typeof next === "string" ? new URL(next) : undefined;
  return { next: url && url.pathname + url.search, pages: Number(member(meta, "X-Total-Pages")) };
}

/** A service over one of the databases, and the records to request. */
export interface Target {
  readonly url: string;
  readonly token: string;
  /** The account's rentals, and its bookings from first to last. */
  readonly rentals: readonly number[];
  readonly bookings: readonly number[];
}

/** A timed request; each call sends it once. */
export interface Timed {
  readonly name: string;
  ask(): Promise<Answer>;
}

const firstNight = Math.floor(Date.now() / 86_400_000) + 60;
const stay = `start_at=${formatDay(firstNight)}&end_at=${formatDay(firstNight + 7)}&adults=2`;

/** The requests of one size. Requests that repeat in real use repeat here; the others use a new record each time. */
export async function timedRequests({ url, token, rentals, bookings }: Target): Promise<readonly Timed[]> {
  const api = `${url}/api/v3`;
  const list = `${api}/bookings?per_page=25&${everything}`;
  const { pages } = pagingOf((await ask(list, token)).body);
  const { next } = pagingOf((await ask(`${list}&page=${pages - 1}`, token)).body);
  if (next === undefined) throw new BenchError(`Page ${pages - 1} of ${pages} has no next page.`);
  let nextIndex = 0;
  const each = (values: readonly number[]): number => values[nextIndex++ % values.length] ?? 0;
  return [
    { name: "page_1_ahead", ask: () => ask(`${api}/bookings?per_page=25`, token) },
    { name: "page_1", ask: () => ask(list, token) },
    { name: "last_page", ask: () => ask(url + next, token) },
    { name: "last_page_by_number", ask: () => ask(`${list}&page=${pages}`, token) },
    { name: "get", ask: () => ask(`${api}/bookings/${each(bookings)}`, token) },
    { name: "search", ask: () => ask(`${api}/rentals/search?${stay}`, token) },
    { name: "booking", ask: () => ask(`${api}/rentals/${each(rentals)}/bookings`, token, aBooking()) },
    { name: "los", ask: () => ask(`${api}/los_records?rental_id=${each(rentals)}`, token) },
  ];
}

/** Nights far after the fixture's bookings, without conflicts within a process. */
let night = 25_000;

export function aBooking(): object {
  night += 2;
  const booking = { start_at: formatDay(night), end_at: formatDay(night + 1), adults: 2, initial_price: "120.00" };
  return { bookings: [booking] };
}
