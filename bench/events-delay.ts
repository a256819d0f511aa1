import { setTimeout as pause } from "node:timers/promises";
import { BenchError, type BenchOptions } from "./bench.ts";
import type { Fixture } from "./fixture.ts";
import { median } from "./load.ts";
import { Arrivals } from "./messages.ts";
import { rounded } from "./table.ts";
import { type RunningVariant, startEvents, startReceiver } from "./variants.ts";
import { aClient, anEndpoint, events } from "./webhook-client.ts";

/** Records created at once, to measure deliveries per second. */
const many = 2000;

/** Milliseconds between two records, to measure each one's delay. */
const pace = 50;

/** The number of clients that long-poll the feed. */
const pollers = 8;

/** Times by record id, in epoch milliseconds. */
type Moments = Map<number, number>;

const now = (): number => performance.timeOrigin + performance.now();

/** Measures the delay of webhooks and the feed, also beside an unresponsive endpoint. @returns figures by name */
export async function delays(
  fixture: Fixture,
  token: string,
  { seconds = 10, profile }: BenchOptions,
): Promise<Record<string, number>> {
  const order = { database: fixture.login, publishes: true, owner: fixture.owner };
  await using service = await startEvents(order, profile);
  await using receiver = await startReceiver(true);
  await using dead = await startReceiver(false);
  await anEndpoint(service.url, token, receiver.url, ["client.created"]);
  const context = { fixture, token, service, receiver };
  // Warm up statements and the job runner.
  await awaitDeliveries(context, await created(context, 20));
  console.error("Measuring deliveries …");
  const alone = { ...(await throughput(context)), ...(await lateness(context, seconds)) };
  console.error("Measuring the feed …");
  const feed = await feedLateness(context, seconds);
  await anEndpoint(service.url, token, dead.url, ["client.created"]);
  console.error("Measuring deliveries beside an unresponsive endpoint …");
  const beside = { ...(await lateness(context, seconds)), ...(await throughput(context)) };
  const named = (name: string, figures: Record<string, number>) =>
    Object.entries(figures).map(([figure, value]) => [`${name}_${figure}`, value] as const);
  return Object.fromEntries([...named("webhook", alone), ...named("beside_dead", beside), ...named("feed", feed)]);
}

interface Context {
  readonly fixture: Fixture;
  readonly token: string;
  readonly service: RunningVariant;
  readonly receiver: RunningVariant;
}

/** Measures one endpoint's deliveries per second from a long queue. */
async function throughput(context: Context): Promise<Record<string, number>> {
  const { fixture, service, token } = context;
  await fixture.change(
    "insert into clients (account_id, fullname) select $1::bigint, 'Guest ' || n from generate_series(1, $2::integer) as n",
    [fixture.account, many],
  );
  const ids = await fixture.ids(
    `select id from clients where account_id = ${fixture.account} order by id desc limit ${many}`,
  );
  // A read publishes the changes.
  await events(service.url, token, "");
  const moments = [...(await awaitDeliveries(context, ids)).values()];
  const taken = (Math.max(...moments) - Math.min(...moments)) / 1000;
  return { deliveries_per_second: rounded((moments.length - 1) / taken, 1) };
}

/** Measures the time from the service's response to the delivery. */
async function lateness(context: Context, seconds: number): Promise<Record<string, number>> {
  const commits: Moments = new Map();
  for (const until = now() + seconds * 1000; now() < until; await pause(pace))
    commits.set(await aClient(context.service.url, context.token), now());
  const arrivals = await awaitDeliveries(context, [...commits.keys()]);
  return percentiles([...commits].map(([id, at]) => (arrivals.get(id) ?? Number.NaN) - at));
}

/** Measures the time from the service's response to the feed's. */
async function feedLateness(context: Context, seconds: number): Promise<Record<string, number>> {
  const { url } = context.service;
  const commits: Moments = new Map();
  const late: number[] = [];
  const ended = new AbortController();
  const follow = async (): Promise<void> => {
    let { after } = (await events(url, context.token, "")).meta;
    while (!ended.signal.aborted) {
      const answer = await events(url, context.token, `?wait=30&types=client.created&after=${after}`);
      const at = now();
      after = answer.meta.after;
      for (const { record_id: id } of answer.events) {
        // The feed may respond before the write does.
        const committed = commits.get(id);
        late.push(committed === undefined ? 0 : Math.max(0, at - committed));
      }
    }
  };
  const following = Array.from({ length: pollers }, follow);
  await pause(500);
  for (const until = now() + seconds * 1000; now() < until; await pause(pace))
    commits.set(await aClient(url, context.token), now());
  ended.abort();
  await aClient(url, context.token);
  await Promise.all(following);
  return percentiles(late);
}

async function created({ service, token }: Context, count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made++) ids.push(await aClient(service.url, token));
  return ids;
}

/** The first delivery of each record. @throws BenchError if some are missing after two minutes */
async function awaitDeliveries({ receiver }: Context, ids: readonly number[]): Promise<Moments> {
  const awaited = new Set(ids);
  const moments: Moments = new Map();
  for (const until = now() + 120_000; moments.size < awaited.size; await pause(100)) {
    const { arrivals } = await receiver.process.ask({}, Arrivals);
    for (const { record, at } of arrivals) if (awaited.has(record) && !moments.has(record)) moments.set(record, at);
    if (now() > until)
      throw new BenchError(`Only ${moments.size} of ${awaited.size} records were delivered within two minutes.`);
  }
  return moments;
}

function percentiles(values: readonly number[]): Record<string, number> {
  const sorted = values.toSorted((a, b) => a - b);
  const high = sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN;
  return { p50_ms: rounded(median(values), 1), p99_ms: rounded(high, 1) };
}
