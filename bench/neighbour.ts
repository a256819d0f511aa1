import { formatDay } from "../src/core/day.ts";
import { type Bench, BenchError, type BenchOptions, type Outcome } from "./bench.ts";
import { Child } from "./child.ts";
import { type Fixture, makeFixture } from "./fixture.ts";
import { median } from "./load.ts";
import {
  type LongRequestsOrder,
  LongRequestsResult,
  type ShortRequestsOrder,
  ShortRequestsResult,
  Usage,
} from "./messages.ts";
import { rounded, table } from "./table.ts";
import { type RunningVariant, startService } from "./variants.ts";

/** Milliseconds between two short requests. */
const pace = 5;

/** The number of rentals whose length-of-stay records are read concurrently, a few thousand each. */
const losRentals = 10;

/** The effect of one account's long requests on another's short ones. */
export const neighbour: Bench = {
  claim:
    "GET /me of one account while another searches 10,000 rentals and reads length-of-stay records, against an idle service.",
  async run(options) {
    console.error("Creating 11,100 rentals with 222,000 bookings …");
    await using fixture = await makeFixture(false, options.signal, "./search-fixture.sql");
    await using service = await startService(fixture, options.profile);
    return await compare(fixture, service, options);
  },
};

type Round = { readonly latencies: readonly number[] } & Usage;

async function compare(fixture: Fixture, service: RunningVariant, options: BenchOptions): Promise<Outcome> {
  const [small = 0, , large = 0] = await fixture.ids("select id from accounts order by id");
  const browser: ShortRequestsOrder = {
    url: service.url,
    token: await fixture.aToken(["public"], small),
    path: "/api/v3/me",
    seconds: options.seconds ?? 4,
    pace,
  };
  const load: LongRequestsOrder = {
    url: service.url,
    token: await fixture.aToken(["public"], large),
    paths: await longPaths(fixture, large, options),
    seconds: browser.seconds,
  };
  await using shortRequests = new Child("./short-requests-process.ts", {});
  await using longRequests = new Child("./long-requests-process.ts", {});
  const quiet: Round[] = [];
  const busy: Round[] = [];
  const taken: number[][] = load.paths.map(() => []);
  for (let round = -1; round < (options.rounds ?? 5); round++) {
    options.signal.throwIfAborted();
    const alone = await measure(service, shortRequests, browser);
    const loaded = longRequests.ask(load, LongRequestsResult);
    const beside = await measure(service, shortRequests, browser);
    const answers = await loaded;
    // The first round is a warm-up.
    if (round < 0) continue;
    quiet.push(alone);
    busy.push(beside);
    for (const [index, times] of answers.taken.entries()) taken[index]?.push(...times);
  }
  return report(quiet, busy, load.paths, taken);
}

/** A search with dates that prices every free rental, and several rentals' length-of-stay records. */
async function longPaths(fixture: Fixture, account: number, { only }: BenchOptions): Promise<string[]> {
  const arrival = Math.floor(Date.now() / 86_400_000) + 60;
  const stay = { start_at: formatDay(arrival), end_at: formatDay(arrival + 7), adults: "2" };
  const ids = await fixture.ids(`select id from rentals where account_id = ${account} order by id limit ${losRentals}`);
  const paths = {
    search: `/api/v3/rentals/search?${new URLSearchParams(stay)}`,
    los: `/api/v3/los_records?rental_id=${ids.join(",")}`,
  };
  const chosen = Object.entries(paths).filter(([name]) => only === undefined || name === only);
  if (chosen.length === 0) throw new BenchError(`Unknown part "${only}". Parts: ${Object.keys(paths).join(", ")}.`);
  return chosen.map(([, path]) => path);
}

async function measure(service: RunningVariant, shortRequests: Child, order: ShortRequestsOrder): Promise<Round> {
  await service.process.ask({}, Usage);
  const { latencies, failures } = await shortRequests.ask(order, ShortRequestsResult);
  if (failures.length > 0) throw new BenchError(`${failures.length} requests failed: ${failures[0]}`);
  return { latencies: latencies.toSorted((a, b) => a - b), ...(await service.process.ask({}, Usage)) };
}

const heads = ["", "p50 ms", "p90 ms", "p99 ms", "worst ms", "CPU ms/s", "memory MB", "loop delay p99 ms"];

function report(
  quiet: readonly Round[],
  busy: readonly Round[],
  paths: readonly string[],
  taken: readonly (readonly number[])[],
): Outcome {
  const figures: Record<string, number> = {};
  const rows = Object.entries({ quiet, busy }).map(([variant, rounds]) => {
    const middle = (of: (round: Round) => number): number => median(rounds.map(of));
    const share = (part: number) =>
      middle(({ latencies }) => latencies[Math.floor((latencies.length - 1) * part)] ?? 0);
    const measured = {
      p50_ms: share(0.5),
      p90_ms: share(0.9),
      p99_ms: share(0.99),
      worst_ms: share(1),
      cpu_ms: middle(({ latencies, processor }) => (processor * 1000) / (latencies.length * pace)),
      memory_mb: middle(({ memory }) => memory),
      loop_delay_p99_ms: middle(({ delay }) => delay),
    };
    for (const [figure, value] of Object.entries(measured)) figures[`${variant}_${figure}`] = rounded(value, 2);
    return [variant, ...Object.values(measured).map((value) => value.toFixed(2))];
  });
  const ratio = (figures.busy_p99_ms ?? 0) / (figures.quiet_p99_ms ?? 0);
  const long = paths.map((path, index) => {
    const times = taken[index] ?? [];
    const name = path.includes("search") ? "searches" : "LOS answers";
    figures[`${name === "searches" ? "search" : "los"}_p50_ms`] = rounded(median(times), 1);
    return `${times.length} ${name} (p50 ${median(times).toFixed(1)} ms)`;
  });
  const notes = `GET /me every ${pace} ms without waiting for responses; medians of ${busy.length} alternating rounds. busy: beside
${long.join(" and ")}. Load, service and database share this machine; the long requests' client has the lowest priority.`;
  return {
    text: `${table(heads, rows)}\n\np99 beside long requests: ${ratio.toFixed(2)} × the quiet one\n\n${notes}`,
    figures: { neighbour_p99_ratio: rounded(ratio, 2), ...figures },
  };
}
