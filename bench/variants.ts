import { join } from "node:path";
import { pathToFileURL } from "node:url";
import Type from "typebox";
import { connectionConfig } from "../src/database/connect/database.ts";
import type { Scope } from "../src/kernel/access/scopes.ts";
import { BenchError } from "./bench.ts";
import { Child } from "./child.ts";
import type { Fixture } from "./fixture.ts";
import {
  type EventsOrder,
  type HonestOrder,
  type InsertOrder,
  Listening,
  type SameSqlOrder,
  type ServiceOrder,
} from "./messages.ts";

/** Connections to the database of each side, as the service has by default. */
const pool = 16;

/** One of the processes that answer the same requests. */
export interface RunningVariant extends AsyncDisposable {
  readonly process: Child;
  readonly url: string;
}

/** The service alone, as the benchmarks run it. @param more of what it is given: servers to read from, a cluster, what is recorded, whether it keeps answers */
export function startService(
  fixture: Pick<Fixture, "login">,
  profile: string | undefined,
  more: Pick<ServiceOrder, "distributed" | "telemetry" | "keeps"> = {},
): Promise<RunningVariant> {
  const order: ServiceOrder = { database: fixture.login, connections: pool, ...more };
  return start("./service.ts", order, profile);
}

/** The service with what is done with changes. @param order.owner with it, the process runs the job queue */
export function startEvents(
  order: Pick<EventsOrder, "database" | "publishes" | "owner">,
  profile: string | undefined,
): Promise<RunningVariant> {
  return start("./events-service.ts", { ...order, connections: pool }, profile);
}

/** A receiver of webhooks. @param answers whether it does at all */
export function startReceiver(answers: boolean): Promise<RunningVariant> {
  return start("./events-receiver.ts", { answers }, undefined);
}

/** The service of another working tree, on the same database: its migrations must begin as ours do. */
export function startServiceOf(tree: string, fixture: Fixture): Promise<RunningVariant> {
  const order: ServiceOrder = { database: fixture.login, connections: pool };
  return start(pathToFileURL(join(tree, "bench", "service.ts")).href, order, undefined);
}

/** The baseline that reads kept records (baseline/kept-records.ts): they must be there. */
export function startHonest(fixture: Fixture, profile: string | undefined): Promise<RunningVariant> {
  const order: HonestOrder = { database: fixture.login, connections: pool, account: fixture.account };
  return start("./baseline/honest.ts", order, profile);
}

/** The baseline with the service's own statements and writer, for a token with these scopes. */
export function startSameSql(
  fixture: Fixture,
  scopes: readonly Scope[],
  profile: string | undefined,
): Promise<RunningVariant> {
  const order: SameSqlOrder = {
    database: fixture.login,
    connections: pool,
    account: fixture.account,
    application: fixture.application,
    scopes: [...scopes],
  };
  return start("./baseline/same-sql.ts", order, profile);
}

/** The baseline of a booking: bare inserts, like the last booking that the service has made for the account. */
export async function startInserts(fixture: Fixture, account: number): Promise<Child> {
  const settings = `${connectionConfig(fixture.login).options} -c roost.accounts={${account}}`;
  const order: InsertOrder = { database: fixture.login, settings, connections: pool, account };
  const inserts = new Child("./baseline/inserts.ts", order);
  await inserts.hear(Type.Object({}));
  return inserts;
}

/** The baseline that sends the bytes of a file. */
export function startBytes(file: string): Promise<RunningVariant> {
  return start("./baseline/bytes.ts", { file }, undefined);
}

async function start(module: string, order: object, profile: string | undefined): Promise<RunningVariant> {
  const process = new Child(module, order, profile);
  const { url } = await process.hear(Listening);
  return { process, url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

/** All variants must answer the same records, to the byte, and the same total. @throws BenchError that shows where they part */
export async function assertSameAnswers(
  service: RunningVariant,
  others: readonly RunningVariant[],
  path: string,
  token: string,
): Promise<void> {
  const ours = await recordsAndTotal(service.url + path, token);
  for (const other of others) {
    const theirs = await recordsAndTotal(other.url + path, token);
    if (ours === theirs) continue;
    const at = [...ours].findIndex((character, index) => character !== theirs[index]);
    const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
    throw new BenchError(
      `What is to be compared answers different records at ${path}:\nservice … ${around(ours)}\nother …   ${around(theirs)}`,
    );
  }
}

/** The array of records as it was sent, and how many there are in all where that is said. */
async function recordsAndTotal(url: string, token: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  const found = /"bookings":(\[\{.*\}\]),"links":/s.exec(body)?.[1];
  if (response.status !== 200 || found === undefined)
    throw new BenchError(`${url} answered ${response.status}: ${body.slice(0, 300)}`);
  return `${found} of ${/"X-Total-Count":"\d+"/.exec(body)?.[0] ?? "one"}`;
}
