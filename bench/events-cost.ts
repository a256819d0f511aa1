import { setTimeout as pause } from "node:timers/promises";
import type { ServerAddress } from "../src/database/connect/address.ts";
import { Database } from "../src/database/connect/database.ts";
import type { BenchOptions } from "./bench.ts";
import type { Fixture } from "./fixture.ts";
import { Load, median } from "./load.ts";
import { type LoadResult, Usage } from "./messages.ts";
import { rounded } from "./table.ts";
import { type RunningVariant, startEvents } from "./variants.ts";
import { anEndpoint } from "./webhook-client.ts";

/**
 * Drops the triggers that record changes. Disabling them is not enough: PostgreSQL still copies a table's trigger definitions for each
 * statement that writes to it.
 */
const withoutTriggers = `
  do $$ declare recorded record; begin
    for recorded in select tgrelid::regclass as owned, tgname from pg_trigger where tgname like 'recorded\\_%' loop
      execute format('drop trigger %I on %s', recorded.tgname, recorded.owned);
    end loop;
  end $$`;

/** A service with its own database. */
interface Variant {
  readonly name: string;
  readonly login: ServerAddress;
  readonly service: RunningVariant;
  readonly rounds: { readonly result: LoadResult; readonly processor: number }[];
}

/** Measures a booking with and without recorded changes and queued webhooks. @returns figures by name */
export async function costOfChanges(
  fixture: Fixture,
  token: string,
  { seconds = 2, rounds = 9, profile, signal }: BenchOptions,
): Promise<Record<string, number>> {
  const rentals = await fixture.ids(`select id from rentals where account_id = ${fixture.account} order by id`);
  const logins = {
    without: await fixture.aCopy("without", withoutTriggers),
    recorded: await fixture.aCopy("recorded", "select"),
    queued: await fixture.aCopy("queued", "select"),
  };
  await using load = new Load(signal);
  await using running = new AsyncDisposableStack();
  const variants: Variant[] = [];
  for (const [name, login] of Object.entries(logins)) {
    const service = running.use(await startEvents({ database: login, publishes: name !== "without" }, profile));
    variants.push({ name, login, service, rounds: [] });
    if (name === "queued") await anEndpoint(service.url, token, "http://127.0.0.1:9/");
  }
  const measure = async ({ service, login, rounds: taken }: Variant, length: number): Promise<void> => {
    await service.process.ask({}, Usage);
    const before = (await fixture.processorTime()) ?? Number.NaN;
    const requests = { kind: "bookings" as const, rentals };
    const result = await load.fire({ url: service.url, token, connections: 8, seconds: length, requests });
    await published(login, fixture.account, signal);
    const { processor } = await service.process.ask({}, Usage);
    const database = ((await fixture.processorTime()) ?? Number.NaN) - before;
    taken.push({ result, processor: (processor + database) / result.answers });
  };
  for (const variant of variants) {
    await measure(variant, 1);
    variant.rounds.length = 0;
  }
  for (let round = 0; round < rounds; round++) {
    console.error(`Measuring bookings, ${round + 1} of ${rounds} …`);
    for (const variant of round % 2 === 0 ? variants : variants.toReversed()) await measure(variant, seconds);
  }
  return figuresOf(variants);
}

/** Waits until the outbox is empty, because later publishing also belongs to the round. */
async function published(login: ServerAddress, account: number, signal: AbortSignal): Promise<void> {
  const database = new Database(login, { connections: 1 });
  try {
    const scope = database.within([account]);
    const left = { text: "select exists (select from change_outbox where account_id = $1)" };
    while ((await scope.read(left, [account]))[0]?.[0] === "t") await pause(100, undefined, { signal });
  } finally {
    await database.close();
  }
}

function figuresOf([without, ...others]: readonly Variant[]): Record<string, number> {
  if (!without) throw new Error("nothing was measured");
  const figures: Record<string, number> = {};
  for (const { name, rounds } of [without, ...others]) {
    figures[`${name}_per_second`] = rounded(median(rounds.map(({ result }) => result.perSecond)), 1);
    figures[`${name}_p99_ms`] = rounded(median(rounds.map(({ result }) => result.p99)), 1);
    figures[`${name}_cpu_ms`] = rounded(median(rounds.map(({ processor }) => processor)), 3);
  }
  for (const { name, rounds } of others) {
    const ratio = (of: (round: Variant["rounds"][number]) => number) =>
      rounded(median(rounds.map((round, index) => of(round) / of(without.rounds[index] ?? round))), 3);
    figures[`${name}_ratio`] = ratio(({ result }) => result.perSecond);
    figures[`${name}_cpu_ratio`] = ratio(({ processor }) => processor);
  }
  return figures;
}
