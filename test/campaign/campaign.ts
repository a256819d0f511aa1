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
import { type Plan, planOf } from "./plan.ts";
import { settle } from "./settle.ts";
import { SqlWriter } from "./sql-writer.ts";
import { createSystem, isWhole, type System, startRoost } from "./system/system.ts";

/** The number of accounts, with eight clients each. */
const accounts = 4;

/** Seconds that the system may take to become idle. */
const patience = (minutes: number): number => 240 + 20 * minutes;

export interface CampaignOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly broken: Broken | undefined;
  readonly report: (line: string) => void;
  /** Ends the campaign early; the checks still run. */
  readonly signal: AbortSignal;
}

/** A campaign's result. */
export interface Outcome {
  readonly ledger: Ledger;
  readonly harm: Harm;
  readonly checked: readonly Checked[];
  readonly webhookFailures: number;
  readonly receivedWebhooks: number;
  readonly feedFailures: number;
}

/** Runs a campaign: works under faults, waits until the system is idle, then checks it. */
export async function runCampaign(options: CampaignOptions): Promise<Outcome> {
  const plan = planOf(options.seed, options.minutes, possibleFaults);
  const system = await createSystem(options.broken);
  let markets: readonly Market[] = [];
  try {
    await startRoost(system);
    markets = await makeMarkets(system, plan, accounts);
    return await work(system, plan, markets, options);
  } finally {
    await Promise.all([...system.services, system.worker].map((one) => one.end()));
    for (const { receiver } of markets) receiver.close();
    await system.close();
  }
}

async function work(
  system: System,
  plan: Plan,
  markets: readonly Market[],
  options: CampaignOptions,
): Promise<Outcome> {
  const { minutes, report, signal } = options;
  await watch(system.owner);
  await watchMade(system.sql);
  await breakDatabase(system.sql, options.broken);
  const ledger = new Ledger();
  const personas = markets.flatMap((market, index) =>
    market.clients.map((_, number) => new Persona(index * market.clients.length + number, market, ledger)),
  );
  const readers = new Map(markets.map((market, index) => [market, new FeedReader(market.follower, plan.aside(index))]));
  await until(async () => (await system.sql.run("select from change_outbox")).length === 0);
  for (const reader of readers.values()) await reader.start();
  const [last] = await system.sql.run<{ begun: number }>("select coalesce(max(id), 0)::int as begun from changes");
  const ending = AbortSignal.any([signal, AbortSignal.timeout(minutes * 60_000)]);
  const writers = markets.map(
    (market, index) => new SqlWriter(index, market, ledger, { sql: system.sql, random: plan.aside(4000 + index) }),
  );
  const harm = new Harm(system, plan, report);
  const writing = writers.map((writer) => writer.work());
  const busy = [...personas.map((persona) => visit(persona, plan, ending)), harm.work(ending)];
  const stopReports = reportProgress(ledger, harm, report);
  await Promise.all(busy).finally(stopReports);
  for (const writer of writers) writer.stop();
  await Promise.all(writing);
  report("Waiting for an idle system …");
  const quiet = await quieten(system, markets, { minutes, report });
  for (const reader of readers.values()) await reader.stop();
  const received = new Map<Market, readonly Json[]>([...readers].map(([market, { events }]) => [market, events]));
  const { sql, owner, gateway } = system;
  report("Checking …");
  const evidence = {
    ...{ sql, owner, markets, personas, ledger, received },
    begun: last?.begun ?? 0,
    gatewayLedger: gateway.ledger,
  };
  const checked = await checkAll(evidence);
  checked.push(await compareReplica(system), await processesOf(system, quiet, [...readers.values()]));
  return {
    ...{ ledger, harm, checked },
    webhookFailures: markets.reduce((sum, { receiver }) => sum + receiver.failures, 0),
    receivedWebhooks: markets.reduce((sum, { receiver }) => sum + receiver.log.length, 0),
    feedFailures: [...readers.values()].reduce((sum, { failures }) => sum + failures, 0),
  };
}

/** Runs one client's operations in sequence. */
async function visit(persona: Persona, plan: Plan, ending: AbortSignal): Promise<void> {
  for (let number = 0; !ending.aborted; number++) {
    const random = plan.drawsOf(persona.number, number);
    const operation = drawOperation(random, persona);
    await operation.run({ persona, random, marker: `c${persona.number}-${number}` });
  }
}

/** Reports the progress twice a minute. @returns stops the reports */
function reportProgress(ledger: Ledger, harm: Harm, report: (line: string) => void): () => void {
  const began = Date.now();
  const timer = setInterval(() => {
    const requested = [...ledger.tallies.values()].reduce((sum, tally) => sum + tally.asked, 0);
    const minutes = ((Date.now() - began) / 60_000).toFixed(1);
    report(
      `${minutes} min: ${requested} operations, ${harm.total} faults, ${ledger.retries} retries, ${ledger.surprises.length} surprises`,
    );
  }, 30_000);
  return () => clearInterval(timer);
}

/** Ends all faults and waits until the system is idle. @returns the work that remains */
async function quieten(
  system: System,
  markets: readonly Market[],
  { minutes, report }: Pick<CampaignOptions, "minutes" | "report">,
): Promise<string[]> {
  system.network.become("open");
  await system.disk?.free();
  // A started server may still be recovering.
  const answers = () =>
    system.sql.run("select").then(
      () => true,
      () => false,
    );
  await until(async () => isWhole(system) && (await answers()));
  for (const { receiver } of markets) receiver.heal();
  return settle(system.sql, patience(minutes), report);
}

/** Shuts every process down, and checks that none exited unexpectedly and no work remains. */
async function processesOf(system: System, quiet: readonly string[], readers: readonly FeedReader[]): Promise<Checked> {
  const all = [...system.services, system.worker];
  await Promise.race([Promise.all(all.map((one) => one.end())), wait(60_000, undefined, { ref: false })]);
  const violations = [
    ...quiet,
    ...all.flatMap(({ problems }) => problems),
    ...readers.flatMap(({ surprises }) => surprises),
  ];
  return { subject: "processes and remaining work", count: all.length, violations };
}
