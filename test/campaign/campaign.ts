import { setTimeout as wait } from "node:timers/promises";
import { FeedReader } from "../events/feed-reader.ts";
import { watch } from "../events/witness.ts";
import type { Json } from "../harness/client.ts";
import { until } from "../harness/until.ts";
import { type Broken, breakDatabase } from "./broken.ts";
import type { Checked } from "./checks/check.ts";
import { checkAll } from "./checks/checks.ts";
import { compareReplica } from "./checks/replica.ts";
import { possibleFaults } from "./faults/faults.ts";
import { Harm } from "./harm.ts";
import { Ledger } from "./ledger.ts";
import { watchMade } from "./made.ts";
import { type Market, makeMarkets } from "./market.ts";
import { drawOperation } from "./operations/operations.ts";
import { Persona } from "./persona.ts";
import { isWhole, makePlace, type Place, startRoost } from "./place/place.ts";
import { type Plan, planOf } from "./plan.ts";
import { settle } from "./settle.ts";
import { SqlWriter } from "./sql-writer.ts";

/** Accounts, of eight clients each. */
const accounts = 4;

/** Seconds that what is under way is given to come to an end, for each minute of the campaign and at least. */
const patience = (minutes: number): number => 240 + 20 * minutes;

export interface CampaignOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly broken: Broken | undefined;
  readonly report: (line: string) => void;
  /** Ends it early, and in order. */
  readonly signal: AbortSignal;
}

/** What came of a campaign. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly harm: Harm;
  readonly checked: readonly Checked[];
  readonly webhookFailures: number;
  readonly receivedWebhooks: number;
  readonly feedFailures: number;
}

/** Runs one: works and does harm for so many minutes, waits until all is quiet, and looks. */
export async function runCampaign(options: CampaignOptions): Promise<Outcome> {
  const plan = planOf(options.seed, options.minutes, possibleFaults);
  const place = await makePlace(options.broken);
  let markets: readonly Market[] = [];
  try {
    await startRoost(place);
    markets = await makeMarkets(place, plan, accounts);
    return await work(place, plan, markets, options);
  } finally {
    await Promise.all([...place.services, place.worker].map((one) => one.end()));
    for (const { receiver } of markets) receiver.close();
    await place.close();
  }
}

async function work(place: Place, plan: Plan, markets: readonly Market[], options: CampaignOptions): Promise<Outcome> {
  const { minutes, report, signal } = options;
  await watch(place.owner);
  await watchMade(place.sql);
  await breakDatabase(place.sql, options.broken);
  const ledger = new Ledger();
  const personas = markets.flatMap((market, index) =>
    market.clients.map((_, number) => new Persona(index * market.clients.length + number, market, ledger)),
  );
  const readers = new Map(markets.map((market, index) => [market, new FeedReader(market.follower, plan.aside(index))]));
  await until(async () => (await place.sql.run("select from change_outbox")).length === 0);
  for (const reader of readers.values()) await reader.start();
  const [last] = await place.sql.run<{ begun: number }>("select coalesce(max(id), 0)::int as begun from changes");
  const ending = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
  const writers = markets.map(
    (market, index) => new SqlWriter(index, market, ledger, { sql: place.sql, random: plan.aside(4000 + index) }),
  );
  const harm = new Harm(place, plan, report);
  const writing = writers.map((writer) => writer.work());
  const busy = [...personas.map((persona) => visit(persona, plan, ending)), harm.work(ending)];
  const stopTelling = tell(ledger, harm, report);
  await Promise.all(busy).finally(stopTelling);
  for (const writer of writers) writer.stop();
  await Promise.all(writing);
  report("All is to be quiet from now on …");
  const quiet = await quieten(place, markets, { minutes, report });
  for (const reader of readers.values()) await reader.stop();
  const told = new Map<Market, readonly Json[]>([...readers].map(([market, { events }]) => [market, events]));
  const { sql, owner, gateway } = place;
  report("Looking …");
  const evidence = {
    ...{ sql, owner, markets, personas, ledger, told },
    begun: last?.begun ?? 0,
    gatewayLedger: gateway.ledger,
  };
  const checked = await checkAll(evidence);
  checked.push(await compareReplica(place), await processesOf(place, quiet, [...readers.values()]));
  return {
    ...{ ledger, harm, checked },
    webhookFailures: markets.reduce((sum, { receiver }) => sum + receiver.failures, 0),
    receivedWebhooks: markets.reduce((sum, { receiver }) => sum + receiver.log.length, 0),
    feedFailures: [...readers.values()].reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** One client, step by step, each brought to its end. */
async function visit(persona: Persona, plan: Plan, ending: AbortSignal): Promise<void> {
  for (let number = 0; !ending.aborted; number++) {
    const random = plan.drawsOf(persona.number, number);
    const operation = drawOperation(random, persona);
    await operation.run({ persona, random, marker: `c${persona.number}-${number}` });
  }
}

/** Says now and then how far it is. @returns ends that */
function tell(ledger: Ledger, harm: Harm, report: (line: string) => void): () => void {
  const began = Date.now();
  const timer = setInterval(() => {
    const asked = [...ledger.tallies.values()].reduce((sum, tally) => sum + tally.asked, 0);
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    report(
      `${minutes} min: ${asked} operations, ${harm.total} faults, ${ledger.retries} retries, ${ledger.surprises.length} surprises`,
    );
  }, 30_000);
  return () => clearInterval(timer);
}

/** Lets everything be whole and healthy, and waits until nothing is under way. @returns what does not come to an end */
async function quieten(
  place: Place,
  markets: readonly Market[],
  { minutes, report }: Pick<CampaignOptions, "minutes" | "report">,
): Promise<string[]> {
  place.network.become("open");
  await place.disk?.free();
  // A server may be up and still recover.
  const answers = () =>
    place.sql.run("select").then(
      () => true,
      () => false,
    );
  await until(async () => isWhole(place) && (await answers()));
  for (const { receiver } of markets) receiver.heal();
  return settle(place.sql, patience(minutes), report);
}

/** Ends every process in order: none has ended by itself, and what it was doing comes to its end. */
async function processesOf(place: Place, quiet: readonly string[], readers: readonly FeedReader[]): Promise<Checked> {
  const all = [...place.services, place.worker];
  await Promise.race([Promise.all(all.map((one) => one.end())), wait(60_000, undefined, { ref: false })]);
  const violations = [
    ...quiet,
    ...all.flatMap(({ problems }) => problems),
    ...readers.flatMap(({ surprises }) => surprises),
  ];
  return { subject: "processes, and what they had begun", count: all.length, violations };
}
