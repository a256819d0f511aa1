import Type from "typebox";
import { booking } from "../src/modules/bookings/booking.ts";
import { connectionConfig } from "../src/database/database.ts";
import { ResourceRegistry } from "../src/kernel/registry.ts";
import type { CompiledQuery, QueryKey } from "../src/kernel/read/compile-query.ts";
import { QueryCache } from "../src/kernel/read/query-cache.ts";
import type { Scope } from "../src/kernel/scopes.ts";
import { resources } from "../src/app/registry.ts";
import { BenchError } from "./bench.ts";
import { Child } from "./child.ts";
import { type BaselineOrder, type InsertOrder, Listening, type ServiceOrder } from "./messages.ts";
import type { Fixture } from "./fixture.ts";

/** Connections to the database of each side, as the service has by default. */
const pool = 16;

/** One of two processes that answer the same requests. */
export interface RunningVariant extends AsyncDisposable {
  readonly process: Child;
  readonly url: string;
}

/** The service alone, as the benchmarks run it. */
export function startService(fixture: Pick<Fixture, "login">, profile: string | undefined): Promise<RunningVariant> {
  const order: ServiceOrder = { database: fixture.login, connections: pool };
  return start("./service.ts", order, profile);
}

/** The baseline, with the statements of the service's own compiled queries for a token with these scopes. */
export function startBaseline(
  fixture: Fixture,
  scopes: readonly Scope[],
  profile: string | undefined,
): Promise<RunningVariant> {
  const queries = new QueryCache(new ResourceRegistry(resources));
  const statementOf = (kind: QueryKey["kind"]): BaselineOrder["list"] => {
    const key = {
      resource: booking,
      scopes: new Set(scopes),
      oneAccount: true,
      publishedOnly: false,
      fields: undefined,
      embedded: [],
      given: [],
    };
    const { statement }: CompiledQuery = queries.of({ ...key, kind }).query;
    return { ...statement, names: [...statement.names] };
  };
  const order: BaselineOrder = {
    database: fixture.login,
    // Row-level security (docs/decisions/0011) applies to the baseline too.
    settings: `${connectionConfig(fixture.login).options} -c roost.accounts={${fixture.account}}`,
    connections: pool,
    list: statementOf("list"),
    get: statementOf("one"),
    account: fixture.account,
    application: fixture.application,
  };
  return start("./baseline/baseline.ts", order, profile);
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

/** Both variants must answer the same records, to the byte. @throws BenchError that shows where they part */
export async function assertSameAnswers(
  service: RunningVariant,
  baseline: RunningVariant,
  path: string,
  token: string,
): Promise<void> {
  const ours = await records(service.url + path, token);
  const theirs = await records(baseline.url + path, token);
  if (ours === theirs) return;
  const at = [...ours].findIndex((character, index) => character !== theirs[index]);
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  throw new BenchError(
    `Service and baseline answer different records at ${path}; bring bench/baseline/booking-record.ts up to date.\n` +
      `service … ${around(ours)}\nbaseline …  ${around(theirs)}`,
  );
}

async function records(url: string, token: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  const found = /"bookings":(\[\{.*\}\]),"links":/s.exec(body)?.[1];
  if (response.status === 200 && found !== undefined) return found;
  throw new BenchError(`${url} answered ${response.status}: ${body.slice(0, 300)}`);
}
