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

/** Database connections per variant, the service's default. */
const pool = 16;

/** One of the processes that serve the same requests. */
export interface RunningVariant extends AsyncDisposable {
  readonly process: Child;
  readonly url: string;
}

/** Starts the service. @param more options for a cluster, telemetry and the response cache */
export function startService(
  fixture: Pick<Fixture, "login">,
  profile: string | undefined,
  more: Pick<ServiceOrder, "distributed" | "telemetry" | "keeps"> = {},
): Promise<RunningVariant> {
  const order: ServiceOrder = { database: fixture.login, connections: pool, ...more };
  return start("./service.ts", order, profile);
}

/** Starts the service with change events. @param order.owner with it, the process runs the job queue */
export function startEvents(
  order: Pick<EventsOrder, "database" | "publishes" | "owner">,
  profile: string | undefined,
): Promise<RunningVariant> {
  return start("./events-service.ts", { ...order, connections: pool }, profile);
}

/** Starts a webhook receiver. @param answers whether it responds */
export function startReceiver(answers: boolean): Promise<RunningVariant> {
  return start("./events-receiver.ts", { answers }, undefined);
}

/** Starts another working tree's service on the same database. Its schema must be compatible. */
export function startServiceOf(tree: string, fixture: Fixture): Promise<RunningVariant> {
  const order: ServiceOrder = { database: fixture.login, connections: pool };
  return start(pathToFileURL(join(tree, "bench", "service.ts")).href, order, undefined);
}

/** Starts the baseline that reads the prepared records of baseline/kept-records.ts. */
export function startHonest(fixture: Fixture, profile: string | undefined): Promise<RunningVariant> {
  const order: HonestOrder = { database: fixture.login, connections: pool, account: fixture.account };
  return start("./baseline/honest.ts", order, profile);
}

/** Starts the baseline with the service's statements and writer, for a token with these scopes. */
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

/** Starts the baseline of bookings: bare inserts of rows like the account's last booking. */
export async function startInserts(fixture: Fixture, account: number): Promise<Child> {
  const settings = `${connectionConfig(fixture.login).options} -c roost.accounts={${account}}`;
  const order: InsertOrder = { database: fixture.login, settings, connections: pool, account };
  const inserts = new Child("./baseline/inserts.ts", order);
  await inserts.hear(Type.Object({}));
  return inserts;
}

/** Starts the baseline that sends a file's bytes. */
export function startBytes(file: string): Promise<RunningVariant> {
  return start("./baseline/bytes.ts", { file }, undefined);
}

async function start(module: string, order: object, profile: string | undefined): Promise<RunningVariant> {
  const process = new Child(module, order, profile);
  const { url } = await process.hear(Listening);
  return { process, url, [Symbol.asyncDispose]: () => process[Symbol.asyncDispose]() };
}

/** Checks that all variants return identical records and totals. @throws BenchError with the first difference */
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

/** The array of records as sent, and the total if present. */
async function recordsAndTotal(url: string, token: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  const found = /"bookings":(\[\{.*\}\]),"links":/s.exec(body)?.[1];
  if (response.status !== 200 || found === undefined)
    throw new BenchError(`${url} returned ${response.status}: ${body.slice(0, 300)}`);
  return `${found} of ${/"X-Total-Count":"\d+"/.exec(body)?.[0] ?? "one"}`;
}
